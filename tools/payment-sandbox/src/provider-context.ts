import type { OrderBook } from './orders.ts';
import type { QuirkSwitches } from './quirks.ts';
import type { WebhookSender } from './webhooks.ts';

export interface PhonepeCredentials {
  clientId: string;
  clientSecret: string;
  clientVersion: string;
  webhookUsername: string;
  webhookPassword: string;
}

export interface RazorpayCredentials {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
}

export interface PayuCredentials {
  key: string;
  salt: string;
}

/** What every stand-in for a provider needs. */
export interface ProviderContext<Credentials> {
  credentials: Credentials;
  orders: OrderBook;
  quirks: QuirkSwitches;
  webhooks: WebhookSender;
  /** Name of the merchant on the pages. */
  merchant: string;
  publicUrl: () => string;
  now: () => number;
}
