import type { IncomingHttpHeaders } from 'node:http';
import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Log } from '#kernel/log.ts';
import type { CheckoutForm, PaymentProvider } from '../payment-provider.ts';
import { isPayable } from '../payment-state.ts';
import { refuse } from '../payments.refusals.ts';
import * as store from '../payments.store.ts';
import type { Purposes } from '../purpose.ts';
import { findPaymentOfWebhook } from '../settling/webhooks.ts';
import { payerLinksExpireAt, isSignedByUs, type PayerAddressSecrets, type PayerAction } from './payer-address.ts';

interface PayerRedirectsOptions {
  database: Database;
  clock: Clock;
  log: Log;
  provider: PaymentProvider;
  purposes: Purposes;
  secrets: PayerAddressSecrets;
  refresh(payment: store.Payment, how: { hasPayerReturned: boolean }): Promise<store.Payment>;
}

/** The page for a browser that returns from an unknown payment. */
const FALLBACK_PAGE = '/wallet';

/** The URLs that a payer's browser visits without signing in: our checkout page, and the return from the provider. */
export function createPayerRedirects({
  database,
  clock,
  log,
  provider,
  purposes,
  secrets,
  refresh,
}: PayerRedirectsOptions) {
  const pathOf = async (payment: store.Payment): Promise<string> =>
    (await purposes.get(payment.purpose)?.pagePath(payment, payerLinksExpireAt(payment))) ?? '/';

  /** The payment of a URL, if we signed it. */
  async function findSignedPayment(
    txnId: string,
    action: PayerAction,
    signature: string,
  ): Promise<store.Payment | undefined> {
    const payment = await store.findPayment(database, txnId);
    const isOurs = payment && (await isSignedByUs(payment, action, secrets, { signature, now: clock.now() }));
    return isOurs ? payment : undefined;
  }

  /** Asks for the state of the payment that a browser returned from. Resolves to the path to show. */
  async function pathAfterReturn(payment: store.Payment | undefined): Promise<string> {
    if (!payment) return FALLBACK_PAGE;
    await refresh(payment, { hasPayerReturned: true });
    return pathOf(payment);
  }

  return {
    /**
     * Handles a browser that returns to the URL that we gave the provider. The page may be for its buyer only, so the
     * URL is signed.
     */
    async handleReturn(txnId: string, signature: string): Promise<string> {
      return pathAfterReturn(await findSignedPayment(txnId, 'return', signature));
    },

    /** Handles a browser that returns with a form signed by the provider. An unsigned form has no effect. */
    async handleSignedReturn(headers: IncomingHttpHeaders, rawBody: string): Promise<string> {
      const webhook = provider.parseWebhook(headers, rawBody);
      if (!webhook)
        log.warn(
          { event: 'payment.unsigned_return', provider: provider.name },
          'a browser returned with a form that the provider did not sign',
        );
      return pathAfterReturn(webhook && (await findPaymentOfWebhook(database, provider, webhook)));
    },

    /**
     * The form of our checkout page, or the path to show if it cannot be paid any more. Throws payment_unknown.
     */
    async openCheckout(txnId: string, signature: string): Promise<CheckoutForm | string> {
      const payment = (await findSignedPayment(txnId, 'checkout', signature)) ?? refuse('payment_unknown');
      const form = isPayable(payment, provider, clock.now()) ? payment.checkoutForm : null;
      return form ?? pathOf(payment);
    },
  };
}
