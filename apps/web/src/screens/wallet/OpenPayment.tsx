import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { HistoryEntry } from '@bijli/contract/wallet';
import { Button } from '@bijli/ui/Button';
import { refresh } from '#api/query.ts';
import { usePaymentState } from '#api/wallet.ts';
import { useMessages } from '#messages/messages.ts';
import styles from './History.module.css';

/** Pays again for what an open payment was for. */
export type PayAgain = (payment: { txnId: string; rupees: number }) => void;

/**
 * Below a top-up that is not finished: what to do. The driver may have left the checkout by Back or a reload, so the
 * provider is asked at once, and the wallet is fetched again when the payment is decided.
 */
export function OpenPayment({ entry, onPayAgain }: { entry: HistoryEntry; onPayAgain: PayAgain }) {
  const { wallet: messages } = useMessages();
  const queries = useQueryClient();
  const { transaction_id: txnId, total_amount: rupees } = entry;
  const { data, refetch } = usePaymentState(txnId);
  const [isChecking, setChecking] = useState(false);
  const isDecided = data !== undefined && data.status !== 'pending';
  useEffect(() => {
    if (isDecided) void refresh(queries, 'getWallet', 'getProfile', 'getCharger');
  }, [isDecided, queries]);
  const check = async () => {
    setChecking(true);
    await refetch();
    setChecking(false);
  };
  return (
    <section className={styles.open} aria-label={messages.pending}>
      <p>{messages.notFinished}</p>
      <Button look="text" isBusy={isChecking} onClick={() => void check()}>
        {messages.checkAgain}
      </Button>
      <Button look="text" onClick={() => onPayAgain({ txnId, rupees })}>
        {messages.payAgain}
      </Button>
    </section>
  );
}

/** True for a top-up whose outcome is not known yet. */
export function isOpenPayment({ status, type, source }: HistoryEntry): boolean {
  return status === 'pending' && type === 'cr' && source !== 'refund';
}
