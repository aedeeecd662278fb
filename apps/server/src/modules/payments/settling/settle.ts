import type { Tx } from '#db/database.ts';
import type { Log } from '#kernel/log.ts';
import { isRefusal } from '#kernel/refusal.ts';
import type { ProviderPaymentState } from '../payment-provider.ts';
import { isSettled, isUnknownTooLong, nextCheckAt, UNKNOWN_TO_PROVIDER } from '../payment-state.ts';
import { refuse } from '../payments.refusals.ts';
import * as store from '../payments.store.ts';
import type { Purpose, Purposes } from '../purpose.ts';
import { hasUnallocatedRefund, type UnallocatedPayment } from '../refunds/refunds.ts';
import { hasPayerLeft } from './payers.ts';

interface SettleContext {
  now: Date;
  log: Log;
  purposes: Purposes;
  /** True if the payer's browser has just returned from the provider. */
  hasPayerReturned: boolean;
  /** When a payment that is settled now is asked about once more. Null: never. */
  lastCheckAt: Date | null;
  /** Refunds a payment that has no effect. */
  refundUnallocated(tx: Tx, payment: UnallocatedPayment): Promise<void>;
}

/**
 * Settles a payment reported by the browser, a webhook or the reconciler. Only the first report has an effect. A
 * payment of another amount, a second payment of an order, and one whose effect refuses it, are refunded once, however
 * often they are reported. `payment` must be locked in this transaction.
 */
export async function settlePayment(
  tx: Tx,
  payment: store.Payment,
  providerPaymentId: string,
  paidPaise: number,
  { now, log, purposes, lastCheckAt, refundUnallocated }: SettleContext,
): Promise<void> {
  const { txnId, subject, provider, amountPaise } = payment;
  const purpose = purposes.get(payment.purpose);
  const refundAsUnallocated = async (reason: string): Promise<void> => {
    const unallocated = { txnId, provider, providerPaymentId, amountPaise: paidPaise, reason };
    if (await hasUnallocatedRefund(tx, unallocated)) return;
    log.warn(
      { event: 'payment.unallocated', txnId, providerPaymentId, paidPaise, amountPaise, reason },
      'a payment belongs to nothing and is refunded',
    );
    if (paidPaise === 0) return;
    // It locks the order before the ledger, as a payment with an effect does, so that the two cannot deadlock.
    await purpose?.noteUnallocated?.(tx, { txnId, subject, paidPaise }, reason);
    await refundUnallocated(tx, unallocated);
  };
  if (isSettled(payment.state)) {
    if (payment.providerPaymentId !== providerPaymentId) await refundAsUnallocated('paid a second time');
    return;
  }
  const settled = { providerPaymentId, paidPaise, settledAt: now, nextCheckAt: lastCheckAt };
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

/** Runs the effect of a payment. */
async function allocate(tx: Tx, payment: store.Payment, providerPaymentId: string, purpose: Purpose): Promise<void> {
  const { txnId, subject, driverId, provider, amountPaise } = payment;
  // The driver may have deleted the account since the payment was started.
  if (purpose.isForDrivers && (await hasPayerLeft(tx, driverId, purpose))) refuse('payment_unknown');
  await purpose.applyPayment(tx, { txnId, subject, driverId, provider, providerPaymentId, amountPaise });
}

/** The code of a refusal. Rethrows any other error. */
function refusalOf(error: unknown): string {
  if (isRefusal(error)) return error.code;
  throw error;
}

/** Applies the provider's state to a locked payment. */
export async function applyProviderState(
  tx: Tx,
  payment: store.Payment,
  providerState: ProviderPaymentState,
  context: SettleContext,
): Promise<void> {
  const { now, log } = context;
  if (providerState.state === 'completed' && providerState.providerPaymentId !== undefined) {
    await settlePayment(tx, payment, providerState.providerPaymentId, providerState.paidPaise, context);
    const settled = (await store.findPayment(tx, payment.txnId)) ?? payment;
    for (const { providerPaymentId, paidPaise } of providerState.morePayments ?? [])
      await settlePayment(tx, settled, providerPaymentId, paidPaise, context);
    return;
  }
  if (isSettled(payment.state)) return;
  const isUnknown = providerState.state === 'unknown';
  const state = isUnknown
    ? stateWhileUnknown(payment, now)
    : providerState.state === 'failed'
      ? 'failed'
      : stateWhileOpen(payment, now);
  // A failed payment keeps its first reason, so that a cancelled order does not look like one that the bank refused.
  const reason =
    payment.reason ?? (state === 'failed' ? reasonOfFailure(providerState) : state === 'expired' ? 'expired' : null);
  // A payment that its payer has given up can still be paid while the provider's page is open.
  const stateToCheck = providerState.state === 'pending' && now < payment.expiresAt ? 'pending' : state;
  const next = nextCheckAt({ ...payment, state: stateToCheck, reason }, now);
  await store.changePayment(tx, payment.txnId, { state, reason, nextCheckAt: next });
  if (payment.state !== 'pending') return;
  if (isUnknown && state === 'failed')
    log.warn(
      { event: 'payment.unknown_to_provider', txnId: payment.txnId, provider: payment.provider },
      'the provider has not known a payment for a day, so it counts as failed; it is asked about each day',
    );
  const purpose = context.purposes.get(payment.purpose);
  const isGivenUp =
    reason === 'cancelled' || (context.hasPayerReturned && providerState.isUntried === true && state === 'pending');
  if (isGivenUp && purpose?.noteCancelled) await purpose.noteCancelled(tx, payment);
  else if (state !== 'pending') await purpose?.noteEnded?.(tx, payment);
}

/** A payment that the provider does not know stays as it is, unless that has lasted too long. */
function stateWhileUnknown(payment: store.Payment, now: Date): store.Payment['state'] {
  return payment.state === 'pending' && isUnknownTooLong(payment, now) ? 'failed' : payment.state;
}

function reasonOfFailure({ state, reason = 'failed' }: ProviderPaymentState): string {
  return state === 'unknown' ? UNKNOWN_TO_PROVIDER : reason;
}

function stateWhileOpen(payment: store.Payment, now: Date): 'pending' | 'failed' | 'expired' {
  if (payment.state === 'failed') return 'failed';
  return now >= payment.expiresAt ? 'expired' : 'pending';
}
