import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react';
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

/** After the return from a checkout: asks how the payment stands until it is decided, then loads the wallet again. */
export function PaymentBanner({
  txnId,
  onDismiss,
  onTryAgain,
  onBackToCharge,
}: {
  txnId: string;
  onDismiss: () => void;
  /** Asks for so many rupees again. */
  onTryAgain: (rupees: number) => void;
  /** Leads to the charge that it was for, which it does by itself once it is paid. */
  onBackToCharge: (charge: ChargeToPay) => void;
}) {
  const { wallet: messages, common } = useMessages();
  const queries = useQueryClient();
  const { data, isError, error, refetch } = usePaymentState(txnId);
  // A payment that the server refuses to tell of will not be decided later.
  const refusal = error instanceof Refusal && error.message !== '' ? error.message : undefined;
  const status = data?.status ?? (refusal === undefined ? 'pending' : 'failed');

  const charge = chargeOf(txnId);
  const isBack = useRef(false);
  useEffect(() => {
    if (status === 'pending') return;
    void refresh(queries, 'getWallet', 'getProfile', 'getCharger');
    if (status !== 'completed' || !charge || isBack.current) return;
    isBack.current = true;
    noteAdded(data?.amount ?? 0);
    // The station's page is to begin with what the wallet has now.
    queries.removeQueries({ queryKey: ['getCharger'] });
    onBackToCharge(charge);
    // Once, when it is decided.
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
      <Button look="text" onClick={() => onTryAgain(data.amount)}>
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
        <Banner tone="bad" icon={CircleAlert} action={again ?? action}>
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
