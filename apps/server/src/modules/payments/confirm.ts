import type { Database, Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { isFailure } from '#kernel/failure.ts';
import type { Log } from '#kernel/log.ts';
import { hasPayerLeft } from './payers.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { isSettled, nextCheckAt } from './payment-state.ts';
import { paymentsFailures, refuse } from './payments.failures.ts';
import * as store from './payments.store.ts';
import type { Purposes } from './purpose.ts';
import { applyProviderState, type UnallocatedPayment } from './settle.ts';
import { storedBody } from './webhook-body.ts';

interface ConfirmerOptions {
  database: Database;
  clock: Clock;
  log: Log;
  provider: PaymentProvider;
  purposes: Purposes;
  refundUnallocated(tx: Tx, payment: UnallocatedPayment): Promise<void>;
}

/** Brings payments to where the provider says they are: the one way, for browser, webhook and reconciler. */
export function createConfirmer({ database, clock, log, provider, purposes, refundUnallocated }: ConfirmerOptions) {
  /** Asks the provider how a payment stands and brings it there. Throws `payment_provider_down`. */
  async function confirm(
    payment: store.Payment,
    {
      webhook,
      hasPayerReturned = false,
    }: { webhook?: { webhookKey: string; body: string }; hasPayerReturned?: boolean } = {},
  ): Promise<void> {
    const { txnId, providerOrderId } = payment;
    const providerState =
      isSettled(payment.state) || providerOrderId === null || payment.provider !== provider.name
        ? undefined
        : await provider.paymentState(txnId, providerOrderId);
    await database.transaction(async (tx) => {
      const locked = await store.lockPayment(tx, txnId);
      if (!locked) return refuse('payment_unknown');
      const now = clock.now();
      if (providerState)
        await applyProviderState(tx, locked, providerState, {
          now,
          log,
          purposes,
          hasPayerReturned,
          refundUnallocated,
        });
      else if (!isSettled(locked.state)) await waitOrExpire(tx, locked, now);
      // A webhook ahead of the provider's own books has had no effect yet, so it is not noted as done.
      if (webhook && providerState?.state !== 'pending') {
        // What a provider writes of a payer who has left is not kept.
        const body = (await hasPayerLeft(tx, locked.driverId, purposes.get(locked.purpose)))
          ? null
          : storedBody(webhook.body);
        const { webhookKey } = webhook;
        await store.insertWebhook(tx, { provider: provider.name, txnId, receivedAt: now, webhookKey, body });
      }
    });
  }

  /** `confirm`, but a provider that does not answer leaves the payment as it is, to be asked about later. */
  async function refresh(payment: store.Payment, how?: { hasPayerReturned: boolean }): Promise<store.Payment> {
    try {
      await confirm(payment, how);
    } catch (error) {
      if (!isFailure(error, paymentsFailures, 'payment_provider_down')) throw error;
      log.warn({ event: 'payment.not_confirmed', txnId: payment.txnId }, 'a payment could not be confirmed yet');
      await store.changeOpenPayment(database, payment.txnId, { nextCheckAt: nextCheckAt(payment, clock.now()) });
    }
    return (await store.findPayment(database, payment.txnId)) ?? payment;
  }

  return { confirm, refresh };
}

/** A payment that the provider cannot be asked about: its order was never made, or was made with another provider. */
async function waitOrExpire(tx: Tx, payment: store.Payment, now: Date): Promise<void> {
  const wasNeverMade = payment.providerOrderId === null && now >= payment.expiresAt;
  const change = wasNeverMade
    ? ({ state: 'expired', reason: 'not created', nextCheckAt: null } as const)
    : { nextCheckAt: nextCheckAt(payment, now) };
  await store.changePayment(tx, payment.txnId, change);
}
