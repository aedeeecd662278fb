import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleSlash, Hourglass } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '@bijli/ui/Button';
import { formatRupees } from '@bijli/ui/format/money';
import { Banner } from '@bijli/ui/Notice';
import { Refusal } from '#api/client.ts';
import { refresh } from '#api/query.ts';
import { usePaymentState } from '#api/wallet.ts';
import { chargeOf, noteAdded } from '#device/charge-to-pay.ts';
import { useMessages } from '#messages/messages.ts';
import type { ChargeToPay } from '#paths.ts';
import styles from './WalletScreen.module.css';

const FAILED_LOOK = { tone: 'bad', icon: CircleAlert } as const;
/** What the driver did on purpose is no alarm. */
const CANCELLED_LOOK = { tone: 'off', icon: CircleSlash } as const;

/**
 * Shown after the return from a checkout. It asks for the state of the payment until it is final, then fetches the
 * wallet again.
 */
export function PaymentBanner({
  txnId,
  onDismiss,
  onTryAgain,
  onBackToCharge,
}: {
  txnId: string;
  onDismiss: () => void;
  /** Opens the sheet again with the same amount. */
  onTryAgain: (rupees: number) => void;
  /** Leads back to the charge that credits were added for. Called without a tap when the payment is completed. */
  onBackToCharge: (charge: ChargeToPay) => void;
}) {
  const { wallet: messages, common } = useMessages();
  const queries = useQueryClient();
  const { data, isError, error, refetch } = usePaymentState(txnId);
  // If the server refuses to tell the state of a payment, asking again will not help.
  const refusal = error instanceof Refusal ? error.message : undefined;
  const status = data?.status ?? (refusal === undefined ? 'pending' : 'failed');

  const charge = chargeOf(txnId);
  const isBack = useRef(false);
  useEffect(() => {
    if (status === 'pending') return;
    void refresh(queries, 'getWallet', 'getProfile', 'getCharger');
    if (status !== 'completed' || !charge || isBack.current) return;
    isBack.current = true;
    noteAdded(data?.amount ?? 0);
    // The station's page must show the new balance at once, so the old answer is removed.
    queries.removeQueries({ queryKey: ['getCharger'] });
    onBackToCharge(charge);
    // Runs once, when the state is final.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [status, queries]);

  const isDecided = status !== 'pending';
  const onward = charge ? () => onBackToCharge(charge) : onDismiss;
  const action = (
    <Button look="text" onClick={isDecided ? onward : () => void refetch()}>
      {isDecided ? (charge ? messages.backToCharge : messages.dismiss) : messages.checkAgain}
    </Button>
  );
  const again = data && (
    <span className={styles.again}>
      {action}
      <Button look="primary" isSlim onClick={() => onTryAgain(data.amount)}>
        {common.tryAgain}
      </Button>
    </span>
  );
  return (
    <div className={styles.banner}>
      {status === 'completed' && (
        <Banner tone="ok" icon={CircleCheck} action={action}>
          {messages.paymentDone(formatRupees(data?.amount ?? 0))}
        </Banner>
      )}
      {status === 'failed' && (
        <Banner {...(data?.cancelled ? CANCELLED_LOOK : FAILED_LOOK)} action={again ?? action}>
          {data?.message ?? refusal ?? messages.paymentFailed}
        </Banner>
      )}
      {status === 'pending' && (
        <Banner tone="wait" icon={Hourglass} action={action}>
          {isError ? messages.paymentUnknown : messages.paymentChecking}
        </Banner>
      )}
    </div>
  );
}
