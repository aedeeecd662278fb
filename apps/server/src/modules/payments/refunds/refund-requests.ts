import type { Database, Tx } from '#db/database.ts';
import { event, type Events } from '#events/events.ts';
import type { Clock } from '#kernel/clock.ts';
import { HOUR_MS, SECOND_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import { isRefusal } from '#kernel/refusal.ts';
import type { PaymentProvider, RefundState } from '../payment-provider.ts';
import { paymentsRefusals } from '../payments.refusals.ts';
import { findPayment, hasErasedPayer } from '../payments.store.ts';
import { postPaidOut } from './refund-postings.ts';
import * as store from './refunds.store.ts';

/** A driver's refund was paid out. Published in the transaction that records it, but not for a deleted account. */
export const refundPaid = event<PaidOut>('payments.refundPaid');

interface PaidOut {
  driverId: number;
  refundId: string;
  amountPaise: number;
}

interface RefundRequestsOptions {
  database: Database;
  clock: Clock;
  log: Log;
  provider: PaymentProvider;
  events: Events;
}

/** While a provider is asked about a refund, nobody else asks. */
const REFUND_CLAIM_MS = 60 * SECOND_MS;
const REFUNDS_BATCH_SIZE = 20;
/** A provider may refuse for a while, for example for lack of funds. After this many attempts a person must look. */
const MAX_REFUND_ATTEMPTS = 10;

/** Requests recorded refunds from the provider until each is paid out, exactly once. */
export function createRefundRequests({ database, clock, log, provider, events }: RefundRequestsOptions) {
  /** Applies the provider's state of an attempt. */
  async function applyRefundState(
    tx: Tx,
    { refundId, attempt, tries }: store.Refund,
    providerState: RefundState,
  ): Promise<void> {
    const refund = await store.lockRefund(tx, refundId);
    if (refund?.state !== 'pending' || refund.attempt !== attempt) return;
    const now = clock.now();
    if (providerState === 'completed') {
      await postPaidOut(tx, refund, now);
      const driverId = (await findPayment(tx, refund.txnId))?.driverId;
      if (driverId && !(await hasErasedPayer(tx, driverId)))
        await events.publish(tx, refundPaid, { driverId, refundId, amountPaise: refund.amountPaise });
      await store.changeRefund(tx, refundId, { state: 'completed', settledAt: now, nextTryAt: null });
    } else if (providerState === 'pending') {
      const acceptedAt = refund.acceptedAt ?? now;
      await store.changeRefund(tx, refundId, { acceptedAt, nextTryAt: nextTryAt(tries, now) });
    } else if (attempt < MAX_REFUND_ATTEMPTS) {
      log.warn(
        { event: 'refund.payout_failed', refundId, txnId: refund.txnId, attempt, number: refundNumber(refund) },
        'the payment provider failed to pay out a refund; another attempt follows in an hour',
      );
      // The provider does not repeat a failed refund, so another attempt replaces it.
      const nextAt = new Date(now.getTime() + HOUR_MS);
      await store.changeRefund(tx, refundId, { attempt: attempt + 1, acceptedAt: null, nextTryAt: nextAt });
    } else {
      log.error(
        { event: 'refund.not_paid_out', refundId, txnId: refund.txnId, attempt },
        'the payment provider cannot pay out a refund; pay it in another way',
      );
      await store.changeRefund(tx, refundId, { state: 'failed', nextTryAt: null });
    }
  }

  async function requestRefund(refund: store.Refund): Promise<void> {
    const { txnId, providerPaymentId, amountPaise } = refund;
    if (refund.provider !== provider.name) {
      throw new Error(`${refund.provider} cannot be asked for a refund while ${provider.name} is configured.`);
    }
    const refundId = refundNumber(refund);
    const providerState = refund.acceptedAt
      ? await provider.refundState(refundId, providerPaymentId)
      : await provider.refund({ refundId, txnId, providerPaymentId, amountPaise });
    await database.transaction((tx) => applyRefundState(tx, refund, providerState));
  }

  return {
    /** Requests every due refund from the provider. One that fails does not delay the others. */
    async requestDue(): Promise<void> {
      const now = clock.now();
      const due = await store.claimDueRefunds(
        database,
        now,
        new Date(now.getTime() + REFUND_CLAIM_MS),
        REFUNDS_BATCH_SIZE,
      );
      const requests = due.map((refund) =>
        requestRefund(refund).catch(async (error: unknown) => {
          const facts = { refundId: refund.refundId, txnId: refund.txnId };
          if (isRefusal(error, paymentsRefusals, 'payment_provider_down'))
            log.warn({ event: 'refund.not_requested', ...facts }, 'a refund could not be requested yet');
          else log.error({ event: 'refund.failed', ...facts, error }, 'a refund cannot be requested');
          await store.changeRefund(database, refund.refundId, { nextTryAt: nextTryAt(refund.tries, clock.now()) });
        }),
      );
      await Promise.all(requests);
    },
  };
}

/** The number of the refund at the provider. Each attempt has its own. */
export function refundNumber({ refundId, attempt }: Pick<store.Refund, 'refundId' | 'attempt'>): string {
  return attempt === 1 ? refundId : `${refundId}-${attempt}`;
}

/** True for the number of any attempt of this refund. */
export function isNumberOf(number: string, { refundId }: Pick<store.Refund, 'refundId'>): boolean {
  return number === refundId || number.startsWith(`${refundId}-`);
}

/** The delays grow up to an hour. */
function nextTryAt(tries: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(HOUR_MS, 5 * SECOND_MS * 2 ** Math.min(tries, 20)));
}
