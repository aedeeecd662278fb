import formbody from '@fastify/formbody';
import fastify from 'fastify';
import { OrderBook, type Order } from './orders.ts';
import { announcePayu } from './payu/payu-events.ts';
import { payuRoutes } from './payu/payu.ts';
import { phonepeCheckoutRoutes } from './phonepe/phonepe-checkout.ts';
import { announceOrder } from './phonepe/phonepe-events.ts';
import { phonepeRoutes } from './phonepe/phonepe.ts';
import type { PayuCredentials, PhonepeCredentials, RazorpayCredentials } from './provider-context.ts';
import { QuirkSwitches } from './quirks.ts';
import { razorpayCheckoutRoutes } from './razorpay/razorpay-checkout.ts';
import { announceRazorpay } from './razorpay/razorpay-events.ts';
import { razorpayRoutes } from './razorpay/razorpay.ts';
import { controlRoutes } from './sandbox-controls.ts';
import { WebhookSender, type WebhookDelivery } from './webhooks.ts';

export interface SandboxOptions {
  /** 0 or missing: any free port. */
  port?: number;
  /** The sandbox's address for browsers, when it is not the one it listens on. */
  publicUrl?: string;
  /** Name of the merchant on the pages. */
  merchant?: string;
  phonepe: PhonepeCredentials;
  razorpay?: RazorpayCredentials;
  payu?: PayuCredentials;
  /** Address for webhooks. `:provider` in it is replaced by the sender's name. It can be set later. */
  webhookUrl?: string;
  /** Waits before repeated deliveries of a webhook. */
  webhookRetriesMs?: number[];
  /** Epoch milliseconds. The system's time when missing. */
  now?: () => number;
}

export interface Sandbox {
  /** The loopback address that it listens on. */
  readonly url: string;
  readonly orders: OrderBook;
  readonly quirks: QuirkSwitches;
  /** All webhook deliveries that were tried, oldest first. */
  readonly deliveries: readonly WebhookDelivery[];
  setWebhookUrl(url: string): void;
  /** Resolves when no webhook is being delivered. */
  webhooksSettled(): Promise<void>;
  /** Invalidates all access tokens issued so far. */
  revokeTokens(): void;
  close(): Promise<void>;
}

/** Creates a stand-in for the payment providers, over HTTP on loopback. It keeps everything in memory. */
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
  phonepeCheckoutRoutes(app, { orders, merchant, announce });
  if (razorpay) {
    razorpayRoutes(app, { ...common, credentials: razorpay });
    razorpayCheckoutRoutes(app, { ...common, credentials: razorpay });
  }
  if (payu) payuRoutes(app, { ...common, credentials: payu });
  controlRoutes(app, { orders, quirks, webhooks, announce });
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
