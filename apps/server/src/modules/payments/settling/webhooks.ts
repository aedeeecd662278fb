import type { IncomingHttpHeaders } from 'node:http';
import type { ProviderName } from '@bijli/contract/wallet';
import type { Database } from '#db/database.ts';
import { isUnstorable } from '#db/statements/unstorable.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Log } from '#kernel/log.ts';
import type { PaymentProvider, Webhook } from '../payment-provider.ts';
import * as store from '../payments.store.ts';
import { isNumberOf } from '../refunds/refund-requests.ts';
import { listRefundsOfPayment, retryRefundsNow } from '../refunds/refunds.store.ts';

interface WebhooksOptions {
  database: Database;
  clock: Clock;
  log: Log;
  provider: PaymentProvider;
  confirm(payment: store.Payment, by: { webhook: { webhookKey: string; body: string } }): Promise<boolean>;
}

/** The payment that a webhook of the provider is about. None has an id that the database cannot store. */
export async function findPaymentOfWebhook(
  database: Database,
  provider: PaymentProvider,
  webhook: Webhook,
): Promise<store.Payment | undefined> {
  if (isUnstorable(webhook)) return undefined;
  const { txnId, providerOrderId, providerLinkId, providerPaymentId } = webhook;
  if (txnId !== undefined) return store.findPayment(database, txnId);
  for (const id of [providerOrderId, providerLinkId]) {
    const ofOrder = id && (await store.findPaymentOfProviderOrder(database, provider.name, id));
    if (ofOrder) return ofOrder;
  }
  return providerPaymentId === undefined
    ? undefined
    : store.findPaymentOfProviderPayment(database, provider.name, providerPaymentId);
}

export function createWebhooks({ database, clock, log, provider, confirm }: WebhooksOptions) {
  /** Somebody may refund on the provider's own pages. Then the payer has both the money and what it paid for. */
  async function reportForeignRefund(
    { paidOutRefund: number, providerPaymentId }: Webhook,
    { txnId, ...payment }: store.Payment,
  ): Promise<void> {
    if (number === undefined) return;
    // Razorpay itself returns what was never captured.
    if (providerPaymentId !== undefined && providerPaymentId !== payment.providerPaymentId) return;
    const own = await listRefundsOfPayment(database, txnId);
    if (number !== null && own.some((refund) => isNumberOf(number, refund))) return;
    log.warn(
      { event: 'refund.not_ours', txnId, number },
      'a payment was refunded past this server, so the payer also keeps what it paid for',
    );
  }

  return {
    /**
     * Takes a webhook sent to a provider's address. False when it does not come from the provider that is configured;
     * throws `payment_provider_down` to be sent again.
     */
    async handleWebhook(from: ProviderName, headers: IncomingHttpHeaders, rawBody: string): Promise<boolean> {
      const webhook = from === provider.name ? provider.parseWebhook(headers, rawBody) : undefined;
      if (!webhook) return false;
      const payment = await findPaymentOfWebhook(database, provider, webhook);
      if (!payment) {
        log.warn({ event: 'payment.unknown_webhook', ...webhook }, 'the payment provider reported an unknown payment');
        return true;
      }
      if (await store.hasWebhook(database, provider.name, webhook.webhookKey)) return true;
      const isRecorded = await confirm(payment, { webhook: { webhookKey: webhook.webhookKey, body: rawBody } });
      // The webhook may be about a refund of this payment, so the state of its refunds is asked now.
      await retryRefundsNow(database, payment.txnId, clock.now());
      if (isRecorded) await reportForeignRefund(webhook, payment);
      return true;
    },
  };
}
