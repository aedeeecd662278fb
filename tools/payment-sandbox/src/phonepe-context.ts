import type { FaultSwitches } from './faults.ts';
import type { OrderBook } from './orders.ts';
import type { WebhookSender } from './webhooks.ts';

export interface PhonepeCredentials {
  clientId: string;
  clientSecret: string;
  clientVersion: string;
  webhookUsername: string;
  webhookPassword: string;
}

export interface PhonepeContext {
  credentials: PhonepeCredentials;
  orders: OrderBook;
  faults: FaultSwitches;
  webhooks: WebhookSender;
  publicUrl: () => string;
  now: () => number;
}
