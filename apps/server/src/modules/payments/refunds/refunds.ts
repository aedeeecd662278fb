import type { Tx } from '#db/database.ts';
import { refuse as refuseHttp } from '#http/http.refusals.ts';
import type { Clock } from '#kernel/clock.ts';
import { newReference } from '#kernel/ids.ts';
import { isSettled } from '../payment-state.ts';
import { refuse } from '../payments.refusals.ts';
import { lockPayment } from '../payments.store.ts';
import type { SettledPayment, Purposes } from '../purpose.ts';
import { providerLine, postPayable } from './refund-postings.ts';
import * as store from './refunds.store.ts';

/** A provider's payment that has no effect. */
export interface UnallocatedPayment {
  txnId: string;
  provider: store.Refund['provider'];
  providerPaymentId: string;
  amountPaise: number;
  reason: string;
}

/** Stored keys have this word from before such payments were called unallocated. */
const unallocatedKey = ({ provider, providerPaymentId }: UnallocatedPayment) =>
  `unused:${provider}:${providerPaymentId}`;

/** True if the refund of a payment without effect is recorded. */
export async function hasUnallocatedRefund(tx: Tx, payment: UnallocatedPayment): Promise<boolean> {
  return (await store.findRefundOfKey(tx, unallocatedKey(payment))) !== undefined;
}

/** A refund to be recorded. */
interface NewRefund {
  txnId: string;
  /** The requester's idempotency key, such as `order:17:cancelled`. */
  key: string;
  /** Hash of the request. Another request with the same key is refused. */
  requestHash?: string | undefined;
  /** Missing: all that is left of the payment. */
  amountPaise?: number;
  /** For the operator. */
  reason: string;
}

/** Records refunds in the transaction of their reason, together with the liability to the payer in the ledger. */
export function createRefunds({ clock, purposes }: { clock: Clock; purposes: Purposes }) {
  async function writeRefund(
    tx: Tx,
    { key, requestHash }: Pick<NewRefund, 'key' | 'requestHash'>,
    unallocated: UnallocatedPayment,
    settled?: SettledPayment & { purpose: string },
  ) {
    const now = clock.now();
    const refundId = newReference('R');
    const reverse = settled && purposes.get(settled.purpose)?.reversePayment;
    // A payment without effect is still in the account where it arrived.
    const from = reverse
      ? await reverse(tx, settled, unallocated.amountPaise)
      : [providerLine(unallocated.provider, -unallocated.amountPaise)];
    await postPayable(tx, { ...unallocated, refundId }, from, now);
    const refund = { refundId, key, requestHash, state: 'pending', wasCredited: settled !== undefined } as const;
    return store.insertRefund(tx, { ...unallocated, ...refund, createdAt: now, nextTryAt: now });
  }

  return {
    /** Refunds a payment that has no effect, and has no refund yet. */
    async refundUnallocated(tx: Tx, payment: UnallocatedPayment): Promise<void> {
      await writeRefund(tx, { key: unallocatedKey(payment) }, payment);
    },

    /**
     * Refunds a payment, in whole or in part, in the caller's transaction. The provider is asked within seconds after
     * it, until it has paid out. Throws payment_unknown, refund_too_large, balance_short, idempotency_key_used, and
     * what reversing throws.
     */
    async refund(
      tx: Tx,
      { txnId, key, requestHash, amountPaise, reason }: NewRefund,
    ): Promise<store.Refund & { isRepeat?: true }> {
      const payment = await lockPayment(tx, txnId);
      const before = await store.findRefundOfKey(tx, key);
      if (before) {
        if (isOtherRequest(before, requestHash)) refuseHttp('idempotency_key_used');
        const isSame = before.txnId === txnId && (amountPaise === undefined || amountPaise === before.amountPaise);
        if (!isSame) throw new Error(`The key ${key} was used for another refund.`);
        return { ...before, isRepeat: true };
      }
      const { providerPaymentId, paidPaise, provider, purpose, subject, driverId } =
        payment ?? refuse('payment_unknown');
      if (!payment || !isSettled(payment.state) || providerPaymentId === null) return refuse('payment_unknown');
      const wholePaise = paidPaise ?? payment.amountPaise;
      const leftPaise = wholePaise - (await store.readRefundedPaise(tx, txnId, providerPaymentId));
      const wantedPaise = amountPaise ?? leftPaise;
      if (!Number.isSafeInteger(wantedPaise) || wantedPaise <= 0 || wantedPaise > leftPaise)
        return refuse('refund_too_large');
      const settled = {
        txnId,
        subject,
        driverId,
        purpose,
        provider,
        providerPaymentId,
        amountPaise: wholePaise,
      };
      const refund = { txnId, provider, providerPaymentId, amountPaise: wantedPaise, reason };
      return writeRefund(tx, { key, requestHash }, refund, settled);
    },
  };
}

/** True if a refund was requested differently. Nodes of earlier releases do not store how. */
export function isOtherRequest(before: store.Refund, requestHash: string | undefined): boolean {
  return before.requestHash !== null && before.requestHash !== requestHash;
}
