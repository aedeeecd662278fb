import type { Tx } from '#db/database.ts';
import type { Log } from '#kernel/log.ts';
import { isSettled, nextCheckAt } from './payment-state.ts';
import type { OrderState } from './payment-provider.ts';
import * as store from './payments.store.ts';

/** A payment that has come in, for whoever asked for it. */
export interface Payment {
  txnId: string;
  /** Null for a visitor's. */
  driverId: number | null;
  provider: store.Intent['provider'];
  providerPaymentId: string;
  amountPaise: number;
}

/** What a payment brings about, in the transaction that settles it. */
export type PaidEffect = (tx: Tx, payment: Payment) => Promise<void>;

interface Context {
  now: Date;
  log: Log;
  /** The effect of each purpose. */
  effects: ReadonlyMap<string, PaidEffect>;
}

/**
 * Settles a payment, whoever reports it: the browser's answer, a webhook or the reconciler. The first report has the
 * effect, every other finds it done. A sum other than the one asked for has none and waits for a person.
 * `intent` must be locked in this transaction.
 */
export async function settle(
  tx: Tx,
  intent: store.Intent,
  providerPaymentId: string,
  paidPaise: number,
  { now, log, effects }: Context,
): Promise<void> {
  const { txnId, driverId, provider, amountPaise } = intent;
  if (isSettled(intent.state)) {
    if (intent.providerPaymentId !== providerPaymentId) {
      log.error(
        { txnId, providerPaymentId, paidPaise },
        'an order was paid a second time; the second payment must be refunded',
      );
    }
    return;
  }
  if (paidPaise !== amountPaise) {
    log.error(
      { txnId, providerPaymentId, paidPaise, amountPaise },
      'another amount was paid than asked for; nothing is credited',
    );
    const reason = `paid ${paidPaise} paise`;
    await store.changeIntent(tx, txnId, {
      state: 'mismatch',
      reason,
      providerPaymentId,
      settledAt: now,
      nextCheckAt: null,
    });
    return;
  }
  const effect = effects.get(intent.purpose);
  if (!effect) throw new Error(`Nobody takes payments for ${intent.purpose}.`);
  await effect(tx, { txnId, driverId, provider, providerPaymentId, amountPaise });
  const change = { state: 'completed', reason: null, providerPaymentId, settledAt: now, nextCheckAt: null } as const;
  await store.changeIntent(tx, txnId, change);
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
  await store.changeIntent(tx, intent.txnId, { state, reason, nextCheckAt: nextCheckAt({ ...intent, state }, now) });
}

function stillOpen(intent: store.Intent, now: Date): 'pending' | 'failed' | 'expired' {
  if (intent.state === 'failed') return 'failed';
  return now >= intent.expiresAt ? 'expired' : 'pending';
}
