import type { Database, Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { isFailure, refuse } from '#kernel/failure.ts';
import { reference } from '#kernel/ids.ts';
import type { Log } from '#kernel/log.ts';
import { post, type Line } from '#modules/ledger/index.ts';
import type { PaymentProvider, RefundState } from './payment-provider.ts';
import { isSettled } from './payment-state.ts';
import { findIntent, lockIntent } from './payments.store.ts';
import * as store from './refunds.store.ts';
import type { Payment, Purposes } from './purpose.ts';
import type { Unallocated } from './settle.ts';

/** A payment that is to be refunded. */
interface NewRefund {
  txnId: string;
  /** The asker's own name for this refund, such as `order:17:cancelled`: a repeat under it is the same refund. */
  key: string;
  /** All that is left of the payment, unless told. */
  amountPaise?: number;
  /** For the operator. */
  reason: string;
}

export interface PaidOut {
  driverId: number;
  refundId: string;
  amountPaise: number;
}

interface Context {
  database: Database;
  clock: Clock;
  log: Log;
  provider: PaymentProvider;
  purposes: Purposes;
  /** Hears of a driver's refund that the provider has paid out, in the transaction that writes it down. */
  refunded?: ((tx: Tx, refund: PaidOut) => Promise<void>) | undefined;
}

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
/** While the provider is asked about a refund, nobody else asks. */
const CLAIM_MS = 60 * SECOND_MS;
const CLAIMS = 20;
/** The provider may refuse for a while, for want of funds for one; after this often a person must look. */
const MOST_ATTEMPTS = 10;

/**
 * Refunds: written down in the transaction that gives the reason, together with the debt to the payer in the ledger, and
 * then brought to the provider until it has paid out, once.
 */
export function createRefunds({ database, clock, log, provider, purposes, refunded }: Context) {
  async function write(tx: Tx, key: string, unallocated: Unallocated, payment?: Payment & { purpose: string }) {
    const now = clock.now();
    const refundId = reference('R');
    const reverse = payment && purposes.get(payment.purpose)?.reverse;
    // What brought nothing about is still where it came in.
    const from = reverse
      ? await reverse(tx, payment, unallocated.amountPaise)
      : [gatewayLine(unallocated.provider, -unallocated.amountPaise)];
    await makePayable(tx, { ...unallocated, refundId }, from, now);
    const facts = { refundId, key, state: 'pending', wasCredited: payment !== undefined } as const;
    return store.putRefund(tx, { ...unallocated, ...facts, createdAt: now, nextTryAt: now });
  }

  /** What follows from the provider's word about an attempt. */
  async function apply(tx: Tx, { refundId, attempt, tries }: store.Refund, said: RefundState): Promise<void> {
    const refund = await store.lockRefund(tx, refundId);
    if (refund?.state !== 'pending' || refund.attempt !== attempt) return;
    const now = clock.now();
    if (said === 'completed') {
      await settleRefund(tx, refund, now);
      const driverId = (await findIntent(tx, refund.txnId))?.driverId;
      if (driverId) await refunded?.(tx, { driverId, refundId, amountPaise: refund.amountPaise });
      await store.changeRefund(tx, refundId, { state: 'completed', settledAt: now, nextTryAt: null });
    } else if (said === 'pending') {
      const acceptedAt = refund.acceptedAt ?? now;
      await store.changeRefund(tx, refundId, { acceptedAt, nextTryAt: nextTryAt(tries, now) });
    } else if (attempt < MOST_ATTEMPTS) {
      // A refund that failed is over for the provider: another one takes its place.
      const nextAt = new Date(now.getTime() + HOUR_MS);
      await store.changeRefund(tx, refundId, { attempt: attempt + 1, acceptedAt: null, nextTryAt: nextAt });
    } else {
      log.error({ refundId }, 'the payment provider does not pay a refund out; a person must');
      await store.changeRefund(tx, refundId, { state: 'failed', nextTryAt: null });
    }
  }

  async function bring(refund: store.Refund): Promise<void> {
    const { attempt, txnId, providerPaymentId, amountPaise } = refund;
    if (refund.provider !== provider.name) {
      throw new Error(`${refund.provider} cannot be asked for a refund while ${provider.name} is configured.`);
    }
    const refundId = attempt === 1 ? refund.refundId : `${refund.refundId}-${attempt}`;
    const said = refund.acceptedAt
      ? await provider.refundState(refundId, providerPaymentId)
      : await provider.refund({ refundId, txnId, providerPaymentId, amountPaise });
    await database.transaction((tx) => apply(tx, refund, said));
  }

  return {
    /** Refunds a payment that nothing follows from; once, however often it is told of. */
    async refundUnallocated(tx: Tx, payment: Unallocated): Promise<void> {
      const key = `unused:${payment.provider}:${payment.providerPaymentId}`;
      if (!(await store.findByKey(tx, key))) await write(tx, key, payment);
    },

    /**
     * Refunds a payment, in whole or in part, in the caller's transaction; the provider is asked within seconds of its end,
     * and until it has paid out. Throws payment_unknown, refund_too_large, balance_short, and what reversing throws.
     */
    async refund(tx: Tx, { txnId, key, amountPaise, reason }: NewRefund): Promise<store.Refund> {
      const intent = await lockIntent(tx, txnId);
      const before = await store.findByKey(tx, key);
      if (before) {
        const isSame = before.txnId === txnId && (amountPaise === undefined || amountPaise === before.amountPaise);
        if (!isSame) throw new Error(`The key ${key} was used for another refund.`);
        return before;
      }
      const {
        providerPaymentId,
        paidPaise,
        provider: through,
        purpose,
        subject,
        driverId,
      } = intent ?? refuse('payment_unknown');
      if (!intent || !isSettled(intent.state) || providerPaymentId === null) return refuse('payment_unknown');
      const paid = paidPaise ?? intent.amountPaise;
      const leftPaise = paid - (await store.refundedPaise(tx, txnId, providerPaymentId));
      const wanted = amountPaise ?? leftPaise;
      if (!Number.isSafeInteger(wanted) || wanted <= 0 || wanted > leftPaise) return refuse('refund_too_large');
      const payment = { txnId, subject, driverId, purpose, provider: through, providerPaymentId, amountPaise: paid };
      return write(tx, key, { txnId, provider: through, providerPaymentId, amountPaise: wanted, reason }, payment);
    },

    /** Brings every refund that is due to the provider. One that fails does not keep the others waiting. */
    async bringDue(): Promise<void> {
      const now = clock.now();
      const due = await store.claimDueRefunds(database, now, new Date(now.getTime() + CLAIM_MS), CLAIMS);
      const bringing = due.map((refund) =>
        bring(refund).catch(async (error: unknown) => {
          const facts = { refundId: refund.refundId, txnId: refund.txnId };
          if (isFailure(error, 'payment_provider_down')) log.warn(facts, 'a refund could not be asked for yet');
          else log.error({ ...facts, err: error }, 'a refund cannot be asked for');
          await store.changeRefund(database, refund.refundId, { nextTryAt: nextTryAt(refund.tries, clock.now()) });
        }),
      );
      await Promise.all(bringing);
    },
  };
}

type Owed = Pick<store.Refund, 'refundId' | 'txnId' | 'provider' | 'amountPaise'>;

/** From now on the ledger owes the payer what was taken from these lines. */
async function makePayable(tx: Tx, { refundId, txnId, amountPaise }: Omit<Owed, 'provider'>, from: Line[], at: Date) {
  const lines: Line[] = [...from, { account: { kind: 'refunds_payable' }, amountPaise }];
  await post(tx, { idempotencyKey: `owe:${refundId}`, kind: 'refund', reference: txnId, at, lines });
}

/** The provider has paid out what was owed to the payer. */
async function settleRefund(tx: Tx, { refundId, txnId, provider, amountPaise }: Owed, at: Date): Promise<void> {
  const lines: Line[] = [
    { account: { kind: 'refunds_payable' }, amountPaise: -amountPaise },
    gatewayLine(provider, amountPaise),
  ];
  await post(tx, { idempotencyKey: `refund:${refundId}`, kind: 'refund', reference: txnId, at, lines });
}

function gatewayLine(provider: store.Refund['provider'], amountPaise: number): Line {
  return { account: { kind: `gateway:${provider}` }, amountPaise };
}

/** Soon at first, then ever more rarely, at last every hour. */
function nextTryAt(tries: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(HOUR_MS, 5 * SECOND_MS * 2 ** Math.min(tries, 20)));
}
