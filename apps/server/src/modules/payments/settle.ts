import type { Tx } from '#db/database.ts';
import { isFailure } from '#kernel/failure.ts';
import type { Log } from '#kernel/log.ts';
import { isSettled, nextCheckAt } from './payment-state.ts';
import type { OrderState } from './payment-provider.ts';
import * as store from './payments.store.ts';

/** A payment that has come in, for whoever asked for it. */
export interface Payment {
  txnId: string;
  /** What it is for, in the terms of its purpose. */
  subject: string;
  /** Null for a visitor's. */
  driverId: number | null;
  provider: store.Intent['provider'];
  providerPaymentId: string;
  amountPaise: number;
}

/** A payment of the provider that nothing follows from. */
export interface Unused {
  txnId: string;
  provider: store.Intent['provider'];
  providerPaymentId: string;
  amountPaise: number;
  reason: string;
}

/**
 * What a payment brings about, in the transaction that settles it. A refusal means that what was paid for cannot be had
 * any more, and the payer gets the money back; any other error leaves the payment open, to be settled again.
 */
export type PaidEffect = (tx: Tx, payment: Payment) => Promise<void>;

/** What follows from payments of one purpose, each in the transaction that brings the payment there. */
export interface Effects {
  paid: PaidEffect;
  /** The payment failed or ran out; it may still come in late. */
  ended?(tx: Tx, payment: { txnId: string; subject: string }): Promise<void>;
  /** The payment came and goes back, for this reason. */
  unwanted?(tx: Tx, payment: { txnId: string; subject: string; paidPaise: number }, reason: string): Promise<void>;
}

interface Context {
  now: Date;
  log: Log;
  /** The effects of each purpose. */
  effects: ReadonlyMap<string, Effects>;
  /** Refunds what nothing follows from. */
  giveBack(tx: Tx, unused: Unused): Promise<void>;
}

/**
 * Settles a payment, whoever reports it: the browser's answer, a webhook or the reconciler. The first report has the
 * effect, every other finds it done. A sum other than the one asked for, a second payment of the same order, and one whose
 * effect refuses it, have none and go back to the payer.
 * `intent` must be locked in this transaction.
 */
export async function settle(
  tx: Tx,
  intent: store.Intent,
  providerPaymentId: string,
  paidPaise: number,
  { now, log, effects, giveBack }: Context,
): Promise<void> {
  const { txnId, subject, driverId, provider, amountPaise } = intent;
  const back = async (reason: string): Promise<void> => {
    log.warn({ txnId, providerPaymentId, paidPaise, amountPaise, reason }, 'a payment goes back to its payer');
    if (paidPaise === 0) return;
    await giveBack(tx, { txnId, provider, providerPaymentId, amountPaise: paidPaise, reason });
    await effects.get(intent.purpose)?.unwanted?.(tx, { txnId, subject, paidPaise }, reason);
  };
  if (isSettled(intent.state)) {
    if (intent.providerPaymentId !== providerPaymentId) await back('paid a second time');
    return;
  }
  const settled = { providerPaymentId, paidPaise, settledAt: now, nextCheckAt: null };
  if (paidPaise !== amountPaise) {
    const reason = `paid ${paidPaise} paise`;
    await back(reason);
    await store.changeIntent(tx, txnId, { ...settled, state: 'mismatch', reason });
    return;
  }
  const effect = effects.get(intent.purpose);
  if (!effect) throw new Error(`Nobody takes payments for ${intent.purpose}.`);
  const payment = { txnId, subject, driverId, provider, providerPaymentId, amountPaise };
  const refusal = await tx.transaction((part) => effect.paid(part, payment)).then(() => undefined, refusalOf);
  if (refusal !== undefined) await back(refusal);
  const state = refusal === undefined ? 'completed' : 'unwanted';
  await store.changeIntent(tx, txnId, { ...settled, state, reason: refusal ?? null });
}

/** The code of a refusal; throws what is none. */
function refusalOf(error: unknown): string {
  if (isFailure(error)) return error.code;
  throw error;
}

/** Brings a locked payment to what the provider says of it. */
export async function applyOrderState(
  tx: Tx,
  intent: store.Intent,
  order: OrderState,
  context: Context,
): Promise<void> {
  const { now } = context;
  if (order.state === 'completed' && order.providerPaymentId !== undefined) {
    return settle(tx, intent, order.providerPaymentId, order.paidPaise, context);
  }
  if (isSettled(intent.state)) return;
  const state = order.state === 'failed' ? 'failed' : stillOpen(intent, now);
  // Once failed it keeps its first reason: a cancelled order must not turn into one that the bank refused.
  const reason =
    intent.reason ?? (state === 'failed' ? (order.reason ?? 'failed') : state === 'expired' ? 'expired' : null);
  // What its payer gave up can still be paid for as long as the provider's page is open.
  const asked = order.state === 'pending' && now < intent.expiresAt ? 'pending' : state;
  const next = nextCheckAt({ ...intent, state: asked }, now);
  await store.changeIntent(tx, intent.txnId, { state, reason, nextCheckAt: next });
  const hasEnded = intent.state === 'pending' && state !== 'pending';
  if (hasEnded) await context.effects.get(intent.purpose)?.ended?.(tx, intent);
}

function stillOpen(intent: store.Intent, now: Date): 'pending' | 'failed' | 'expired' {
  if (intent.state === 'failed') return 'failed';
  return now >= intent.expiresAt ? 'expired' : 'pending';
}
