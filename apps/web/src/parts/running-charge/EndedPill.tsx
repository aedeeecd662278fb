import { CircleCheck, X } from 'lucide-react';
import { Link } from 'react-router';
import { formatRupees } from '@bijli/ui/format/money';
import { exactUnits } from '@bijli/ui/format/units';
import { isUnsettled, useInvoice } from '#api/charging.ts';
import { type LastRunningCharge, forgetRunningCharge } from '#device/last-running-charge.ts';
import { useMessages } from '#messages/messages.ts';
import { type InvoiceNavigation, paths } from '#paths.ts';
import styles from './EndedPill.module.css';

/** The pill for a charge that has ended: what it cost, and a link to its invoice. */
export default function EndedPill({ charge: { booking_id: booking, ...where } }: { charge: LastRunningCharge }) {
  const { charging: messages } = useMessages();
  const { data: invoice } = useInvoice(booking);
  const state: InvoiceNavigation = { transaction_id: booking, fromScreen: 'charging', ...where };
  const isSettled = invoice !== undefined && !isUnsettled(invoice);
  return (
    <section className={styles.pill} role="status">
      <Link to={paths.paymentDetails} state={state} className={styles.way}>
        <CircleCheck size={24} aria-hidden />
        <span className={styles.words}>
          <b>{messages.ended}</b>
          <span className="num">
            {isSettled
              ? messages.endedAt(
                  messages.unitsSoFar(exactUnits(invoice.units_consumed)),
                  formatRupees(invoice.total_amount),
                )
              : where.property_name}
          </span>
        </span>
        <span className={styles.see}>{messages.seeInvoice}</span>
      </Link>
      <button
        type="button"
        className={styles.close}
        aria-label={messages.dismissEnded}
        onClick={() => forgetRunningCharge(booking)}
      >
        <X size={20} aria-hidden />
      </button>
    </section>
  );
}
