import type { Tx } from '#db/database.ts';
import { isFailure } from '#kernel/failure.ts';
import type { Log } from '#kernel/log.ts';
import { hasPayerLeft } from './payers.ts';
import type { ProviderPaymentState } from './payment-provider.ts';
import { isSettled, nextCheckAt } from './payment-state.ts';
import { refuse } from './payments.failures.ts';
import * as store from './payments.store.ts';
import type { Purpose, Purposes } from './purpose.ts';

/** A payment of the provider that nothing follows from. */
export interface UnallocatedPayment {
  txnId: string;
  provider: store.Payment['provider'];
  providerPaymentId: string;
  amountPaise: number;
  reason: string;
}

interface SettleContext {
  now: Date;
  log: Log;
  purposes: Purposes;
  /** The payer's browser has just come back from the provider. */
  hasPayerReturned: boolean;
  /** Refunds what nothing follows from. */
  refundUnallocated(tx: Tx, payment: UnallocatedPayment): Promise<void>;
}

/**
 * Settles a payment, whoever reports it: the browser's answer, a webhook or the reconciler. The first report has the
 * effect, every other finds it done. A sum other than the one asked for, a second payment of the same order, and one whose
 * effect refuses it, have none and go back to the payer.
 * `payment` must be locked in this transaction.
 */
export async function settlePayment(
  tx: Tx,
  payment: store.Payment,
  providerPaymentId: string,
  paidPaise: number,
  { now, log, purposes, refundUnallocated }: SettleContext,
): Promise<void> {
  const { txnId, subject, provider, amountPaise } = payment;
  const purpose = purposes.get(payment.purpose);
  const refundAsUnallocated = async (reason: string): Promise<void> => {
    log.warn(
      { event: 'payment.unallocated', txnId, providerPaymentId, paidPaise, amountPaise, reason },
      'a payment belongs to nothing and is refunded',
    );
    if (paidPaise === 0) return;
    // It locks the order, which a payment that has its effect locks before the ledger too: in the other order two could wait for each other.
    await purpose?.unallocated?.(tx, { txnId, subject, paidPaise }, reason);
    await refundUnallocated(tx, { txnId, provider, providerPaymentId, amountPaise: paidPaise, reason });
  };
  if (isSettled(payment.state)) {
    if (payment.providerPaymentId !== providerPaymentId) await refundAsUnallocated('paid a second time');
    return;
  }
  const settled = { providerPaymentId, paidPaise, settledAt: now, nextCheckAt: null };
  if (paidPaise !== amountPaise) {
    const reason = `paid ${paidPaise} paise`;
    await refundAsUnallocated(reason);
    await store.changePayment(tx, txnId, { ...settled, state: 'amount_mismatch', reason });
    return;
  }
  if (!purpose) throw new Error(`Nobody takes payments for ${payment.purpose}.`);
  const refusal = await tx
    .transaction((part) => allocate(part, payment, providerPaymentId, purpose))
    .then(() => undefined, refusalOf);
  if (refusal !== undefined) await refundAsUnallocated(refusal);
  const state = refusal === undefined ? 'completed' : 'unallocated';
  await store.changePayment(tx, txnId, { ...settled, state, reason: refusal ?? null });
}

/** Brings about what was paid for. */
async function allocate(tx: Tx, payment: store.Payment, providerPaymentId: string, purpose: Purpose): Promise<void> {
  const { txnId, subject, driverId, provider, amountPaise } = payment;
  // The driver may have left meanwhile, perhaps in the moment that the payment was started.
  if (purpose.isForDrivers && (await hasPayerLeft(tx, driverId, purpose))) refuse('payment_unknown');
  await purpose.paid(tx, { txnId, subject, driverId, provider, providerPaymentId, amountPaise });
}

/** The code of a refusal; throws what is none. */
function refusalOf(error: unknown): string {
  if (isFailure(error)) return error.code;
  throw error;
}

/** Brings a locked payment to what the provider says of it. */
export async function applyProviderState(
  tx: Tx,
  payment: store.Payment,
  told: ProviderPaymentState,
  context: SettleContext,
): Promise<void> {
  const { now } = context;
  if (told.state === 'completed' && told.providerPaymentId !== undefined) {
    return settlePayment(tx, payment, told.providerPaymentId, told.paidPaise, context);
  }
  if (isSettled(payment.state)) return;
  const state = told.state === 'failed' ? 'failed' : stillOpen(payment, now);
  // Once failed it keeps its first reason: a cancelled order must not turn into one that the bank refused.
  const reason =
    payment.reason ?? (state === 'failed' ? (told.reason ?? 'failed') : state === 'expired' ? 'expired' : null);
  // What its payer gave up can still be paid for as long as the provider's page is open.
  const stateToCheck = told.state === 'pending' && now < payment.expiresAt ? 'pending' : state;
  const next = nextCheckAt({ ...payment, state: stateToCheck }, now);
  await store.changePayment(tx, payment.txnId, { state, reason, nextCheckAt: next });
  if (payment.state !== 'pending') return;
  const purpose = context.purposes.get(payment.purpose);
  const isGivenUp =
    reason === 'cancelled' || (context.hasPayerReturned && told.isUntried === true && state === 'pending');
  if (isGivenUp && purpose?.cancelled) await purpose.cancelled(tx, payment);
  else if (state !== 'pending') await purpose?.ended?.(tx, payment);
}

function stillOpen(payment: store.Payment, now: Date): 'pending' | 'failed' | 'expired' {
  if (payment.state === 'failed') return 'failed';
  return now >= payment.expiresAt ? 'expired' : 'pending';
}
