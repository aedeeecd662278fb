import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import * as store from '../payments.store.ts';

/** While a provider is asked about a payment, nobody else asks. */
const PAYMENT_CLAIM_MS = MINUTE_MS;
const PAYMENTS_BATCH_SIZE = 20;

interface ReconcilerOptions {
  database: Database;
  clock: Clock;
  log: Log;
  refresh(payment: store.Payment, how: { isDue: true }): Promise<store.Payment>;
  requestRefunds(): Promise<void>;
}

export function createReconciler({ database, clock, log, refresh, requestRefunds }: ReconcilerOptions) {
  return {
    /** Checks every due payment and requests every due refund. One that fails does not delay the others. */
    async reconcileDue(): Promise<void> {
      const now = clock.now();
      const due = await store.claimDuePayments(
        database,
        now,
        new Date(now.getTime() + PAYMENT_CLAIM_MS),
        PAYMENTS_BATCH_SIZE,
      );
      const asking = due.map((payment) =>
        refresh(payment, { isDue: true }).catch((error: unknown) =>
          log.error({ event: 'payment.not_settled', error, txnId: payment.txnId }, 'a payment cannot be settled'),
        ),
      );
      await Promise.all([...asking, requestRefunds()]);
    },
  };
}
