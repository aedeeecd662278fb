import { Check } from 'lucide-react';
import { Link } from 'react-router';
import type { LastRunningCharge } from '#device/last-running-charge.ts';
import { useMessages } from '#messages/messages.ts';
import { type InvoiceNavigation, paths } from '#paths.ts';
import styles from './RunningRing.module.css';

/** The rail's entry for a charge that has ended: a link to its invoice. */
export default function EndedRing({ charge: { booking_id, ...where } }: { charge: LastRunningCharge }) {
  const { charging: messages, invoice } = useMessages();
  const state: InvoiceNavigation = { transaction_id: booking_id, fromScreen: 'charging', ...where };
  return (
    <div role="status">
      <Link
        to={paths.paymentDetails}
        state={state}
        className={styles.ended}
        aria-label={`${messages.ended}. ${messages.seeInvoice}`}
      >
        <span className={styles.ring}>
          <svg viewBox="0 0 48 48" aria-hidden>
            <circle cx={24} cy={24} r={21} />
            <circle cx={24} cy={24} r={21} />
          </svg>
          <Check size={24} aria-hidden />
        </span>
        {invoice.title}
      </Link>
    </div>
  );
}
