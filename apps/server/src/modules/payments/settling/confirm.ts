import type { Database, Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { DAY_MS, HOUR_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { createSampledLog } from '#kernel/sampled-log.ts';
import type { PaymentProvider, ProviderPaymentState } from '../payment-provider.ts';
import { isSettled, nextCheckAt } from '../payment-state.ts';
import { paymentsRefusals, refuse } from '../payments.refusals.ts';
import * as store from '../payments.store.ts';
import type { Purposes } from '../purpose.ts';
import type { UnallocatedPayment } from '../refunds/refunds.ts';
import { hasPayerLeft } from './payers.ts';
import { applyProviderState } from './settle.ts';
import { storedBody } from './webhook-body.ts';

/** Why a payment is asked about. */
interface Confirmation {
  webhook?: { webhookKey: string; body: string };
  /** True if the payer's browser has just returned from the provider. */
  hasPayerReturned?: boolean;
  /** True if its next check is due. Then a settled payment is asked about too, for the last time. */
  isDue?: boolean;
}

interface ConfirmerOptions {
  database: Database;
  clock: Clock;
  log: Log;
  provider: PaymentProvider;
  purposes: Purposes;
  refundUnallocated(tx: Tx, payment: UnallocatedPayment): Promise<void>;
}

/** A second payment of an order may be found only by asking, if its webhooks are lost. */
const LAST_CHECK_AFTER_MS = DAY_MS;

/** Brings payments to the state that the provider reports. It is the only way, for browser, webhook and reconciler. */
export function createConfirmer({ database, clock, log, provider, purposes, refundUnallocated }: ConfirmerOptions) {
  const logSampled = createSampledLog(log, clock);

  /** The provider's state of a payment. A payment made with another provider than the configured one is unknown. */
  async function stateAtProvider(payment: store.Payment, providerOrderId: string): Promise<ProviderPaymentState> {
    const { txnId } = payment;
    if (payment.provider === provider.name) return provider.paymentState(txnId, providerOrderId);
    logSampled('warn', {
      event: 'payment.other_provider',
      message:
        'a payment cannot be checked: it was made with another provider than PAYMENT_OPTION, which alone is asked',
      facts: { txnId, provider: payment.provider, configured: provider.name },
      by: payment.provider,
    });
    return { state: 'unknown', paidPaise: 0, providerPaymentId: undefined };
  }

  /**
   * Asks the provider for the state of a payment and applies it. True if it recorded the webhook, which it does once.
   * Throws `payment_provider_down`.
   */
  async function confirm(
    payment: store.Payment,
    { webhook, hasPayerReturned = false, isDue = false }: Confirmation = {},
  ): Promise<boolean> {
    const { txnId, providerOrderId } = payment;
    const wasSettled = isSettled(payment.state);
    // A webhook about a settled payment may be about a second payment of the same order. The last check of a settled
    // payment is given up when its provider was replaced.
    const mustAsk = webhook !== undefined || !wasSettled || (isDue && payment.provider === provider.name);
    const providerState =
      mustAsk && providerOrderId !== null ? await stateAtProvider(payment, providerOrderId) : undefined;
    // A webhook proves that the payment exists somewhere, so it has to be sent again.
    if (webhook && providerState?.state === 'unknown') refuse('payment_provider_down');
    return database.transaction(async (tx) => {
      const locked = await store.lockPayment(tx, txnId);
      if (!locked) return refuse('payment_unknown');
      const now = clock.now();
      if (providerState)
        await applyProviderState(tx, locked, providerState, {
          now,
          log,
          purposes,
          hasPayerReturned,
          lastCheckAt: provider.canBePaidTwice ? new Date(now.getTime() + LAST_CHECK_AFTER_MS) : null,
          refundUnallocated,
        });
      else if (!isSettled(locked.state)) await waitOrExpire(tx, locked, now);
      if (isDue && wasSettled) await store.changePayment(tx, txnId, { nextCheckAt: null });
      // A webhook that precedes the provider's own records has had no effect yet, so it is not recorded as done.
      if (!webhook || providerState?.state === 'pending') return false;
      // The provider's text about a payer who has deleted the account is not stored.
      const body = (await hasPayerLeft(tx, locked.driverId, purposes.get(locked.purpose)))
        ? null
        : storedBody(webhook.body);
      const { webhookKey } = webhook;
      return store.insertMissingWebhook(tx, { provider: provider.name, txnId, receivedAt: now, webhookKey, body });
    });
  }

  /** Like `confirm`, but if the provider does not answer, the payment stays as it is and is asked about later. */
  async function refresh(payment: store.Payment, how?: Omit<Confirmation, 'webhook'>): Promise<store.Payment> {
    try {
      await confirm(payment, how);
    } catch (error) {
      if (!isRefusal(error, paymentsRefusals, 'payment_provider_down')) throw error;
      log.warn({ event: 'payment.not_confirmed', txnId: payment.txnId }, 'a payment could not be confirmed yet');
      const now = clock.now();
      if (how?.isDue && isSettled(payment.state))
        await store.changePayment(database, payment.txnId, { nextCheckAt: new Date(now.getTime() + HOUR_MS) });
      else await store.changeOpenPayment(database, payment.txnId, { nextCheckAt: nextCheckAt(payment, now) });
    }
    return (await store.findPayment(database, payment.txnId)) ?? payment;
  }

  return { confirm, refresh };
}

/** Handles a payment that the provider cannot be asked about, because its order was not created. */
async function waitOrExpire(tx: Tx, payment: store.Payment, now: Date): Promise<void> {
  const change =
    now >= payment.expiresAt
      ? ({ state: 'expired', reason: 'not created', nextCheckAt: null } as const)
      : { nextCheckAt: nextCheckAt(payment, now) };
  await store.changePayment(tx, payment.txnId, change);
}
