import formbody from '@fastify/formbody';
import fastify from 'fastify';
import { checkoutRoutes } from './checkout.ts';
import { OrderBook, type Order } from './orders.ts';
import { announcePayu } from './payu-events.ts';
import { payuRoutes } from './payu.ts';
import { announceOrder } from './phonepe-events.ts';
import { phonepeRoutes } from './phonepe.ts';
import type { PayuCredentials, PhonepeCredentials, RazorpayCredentials } from './provider-context.ts';
import { QuirkSwitches } from './quirks.ts';
import { razorpayCheckoutRoutes } from './razorpay-checkout.ts';
import { announceRazorpay } from './razorpay-events.ts';
import { razorpayRoutes } from './razorpay.ts';
import { switchboardRoutes } from './switchboard.ts';
import { WebhookSender, type WebhookDelivery } from './webhooks.ts';

export interface SandboxOptions {
  /** 0, or none, for a free one. */
  port?: number;
  /** How browsers reach the sandbox, when that is not where it listens. */
  publicUrl?: string;
  /** Who is paid, as the page names it. */
  merchant?: string;
  phonepe: PhonepeCredentials;
  razorpay?: RazorpayCredentials;
  payu?: PayuCredentials;
  /** Where webhooks go; `:provider` in it stands for the name of the one that sends. May be set later. */
  webhookUrl?: string;
  /** Waits before each further delivery of a webhook that was not taken. */
  webhookRetriesMs?: number[];
  /** Epoch milliseconds; the system's time unless told. */
  now?: () => number;
}

export interface Sandbox {
  /** Where it listens, on loopback. */
  readonly url: string;
  readonly orders: OrderBook;
  readonly quirks: QuirkSwitches;
  /** Every webhook delivery tried so far, oldest first. */
  readonly deliveries: readonly WebhookDelivery[];
  setWebhookUrl(url: string): void;
  /** Settles when no webhook is under way any more. */
  webhooksSettled(): Promise<void>;
  /** Makes every access token given so far worthless. */
  revokeTokens(): void;
  close(): Promise<void>;
}

/** A stand-in for the payment providers, over HTTP on loopback. Everything is kept in memory only. */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const now = options.now ?? Date.now;
  const quirks = new QuirkSwitches();
  const orders = new OrderBook(quirks, now);
  const webhooks = new WebhookSender(options.webhookUrl, options.webhookRetriesMs ?? [250, 500, 1000, 2000]);
  const { merchant = 'Bijli', phonepe, razorpay, payu } = options;
  let url = '';
  const common = { orders, quirks, webhooks, merchant, publicUrl: () => options.publicUrl ?? url, now };

  const announce = (order: Order): void => {
    if (order.provider === 'phonepe') announceOrder(order, { ...common, credentials: phonepe });
    if (order.provider === 'razorpay' && razorpay) announceRazorpay(order, { ...common, credentials: razorpay });
    if (order.provider === 'payu' && payu) announcePayu(order, { ...common, credentials: payu });
  };

  const app = fastify({ forceCloseConnections: true });
  await app.register(formbody);
  const { revokeTokens } = phonepeRoutes(app, { ...common, credentials: phonepe });
  checkoutRoutes(app, { orders, merchant, announce });
  if (razorpay) {
    razorpayRoutes(app, { ...common, credentials: razorpay });
    razorpayCheckoutRoutes(app, { ...common, credentials: razorpay });
  }
  if (payu) payuRoutes(app, { ...common, credentials: payu });
  switchboardRoutes(app, { orders, quirks, webhooks, announce });
  url = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });

  return {
    url,
    orders,
    quirks,
    deliveries: webhooks.deliveries,
    setWebhookUrl(address) {
      webhooks.url = address;
    },
    webhooksSettled: () => webhooks.settled(),
    revokeTokens,
    async close() {
      await app.close();
      await webhooks.close();
    },
  };
}
