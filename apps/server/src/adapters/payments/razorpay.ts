import * as z from 'zod/mini';
import type { RazorpayConfig } from '#config/payments-config.ts';
import { MINUTE_S, SECOND_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import type {
  NewOrder,
  PaymentProvider,
  ProviderPayment,
  ProviderPaymentState,
  RefundState,
} from '#modules/payments/index.ts';
import { refuse } from '#modules/payments/payments.refusals.ts';
import { callProvider, unauthorised, unlessUnknown, type ProviderRequest } from './provider-call.ts';
import { isResultSigned, isWebhookSigned } from './razorpay-signature.ts';
import { LINK, maybeText, parseRazorpayWebhook } from './razorpay-webhook.ts';

export interface RazorpayOptions extends Omit<RazorpayConfig, 'name'> {
  log: Log;
  /** Timeout of a request. Default: 10 s. */
  timeoutMs?: number;
}

const CURRENCY = 'INR';
/** Razorpay refuses payment links that expire within 15 minutes of their arrival. */
const LINK_SPARE_S = MINUTE_S;

const paise = z.int().check(z.nonnegative());
const orderAnswer = z.object({ id: z.string() });
const linkAnswer = z.object({ id: z.string(), short_url: z.string(), order_id: maybeText });
const payment = z.object({
  id: z.string(),
  amount: paise,
  amount_refunded: z.optional(z.nullable(paise)),
  /** One of: created, authorized, captured, refunded, failed. */
  status: z.string(),
  error_code: maybeText,
  error_reason: maybeText,
});
type Payment = z.output<typeof payment>;
const paymentsAnswer = z.object({ items: z.array(payment) });
const unknownAnswer = z.object({ error: z.object({ description: z.string().check(z.regex(/does not exist/i)) }) });
const refundAnswer = z.object({ status: z.string() });
const refundsAnswer = z.object({ items: z.array(z.object({ status: z.string(), receipt: maybeText })) });

/** Razorpay Standard Checkout over the Orders API, version 1, and payment links for payers without our page. */
export function razorpay(options: RazorpayOptions): PaymentProvider {
  const { apiUrl, keyId, keySecret, log, timeoutMs = 10 * SECOND_MS } = options;
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;

  async function call<S extends z.ZodMiniType>(
    answer: S,
    path: string,
    body?: object,
    more?: Partial<Pick<ProviderRequest<S>, 'headers' | 'isUnknownOrder'>>,
  ): Promise<z.output<S>> {
    const result = await callProvider(
      {
        ...more,
        url: `${apiUrl}/v1${path}`,
        method: body ? 'POST' : 'GET',
        headers: { authorization, 'content-type': 'application/json', ...more?.headers },
        ...(body && { body: JSON.stringify(body) }),
        answer,
      },
      { provider: 'razorpay', log, timeoutMs },
    );
    if (result !== unauthorised) return result;
    log.error(
      { event: 'payment_provider.credentials_refused', provider: 'razorpay' },
      'razorpay does not accept the key',
    );
    return refuse('payment_provider_down');
  }

  async function createLink(order: NewOrder) {
    const { name, email, mobile } = order.customer;
    const link = await call(linkAnswer, '/payment_links', {
      amount: order.amountPaise,
      currency: CURRENCY,
      reference_id: order.txnId,
      description: order.label,
      customer: { name, email, contact: `+91${mobile}` },
      notify: { sms: false, email: false },
      callback_url: order.returnUrl,
      callback_method: 'get',
      expire_by: Math.floor(order.expiresAt.getTime() / 1000) + LINK_SPARE_S,
    });
    return { providerOrderId: link.id, payUrl: link.short_url, checkoutScript: '', publicKey: keyId, hash: '' };
  }

  /** The order of a payment link exists only once someone has opened it. */
  async function paymentsOf(providerOrderId: string): Promise<Payment[]> {
    const isLink = providerOrderId.startsWith(LINK);
    const orderId = isLink
      ? (await call(linkAnswer, path('payment_links', providerOrderId), undefined, { isUnknownOrder })).order_id
      : providerOrderId;
    if (!orderId) return [];
    return (await call(paymentsAnswer, `${path('orders', orderId)}/payments`, undefined, { isUnknownOrder })).items;
  }

  async function orderState(providerOrderId: string): Promise<ProviderPaymentState> {
    const payments = await paymentsOf(providerOrderId);
    if (payments.some(isCaptured)) return stateOf(payments);
    // An authorized payment is returned to the payer after some days unless it is captured.
    const held = payments.find(({ status }) => status === 'authorized');
    if (!held) return stateOf(payments);
    const body = { amount: held.amount, currency: CURRENCY };
    const capture = await call(payment, `${path('payments', held.id)}/capture`, body).catch(async (error: unknown) => {
      // A webhook and a browser may arrive together. If the other one has captured the payment, the capture is
      // refused here.
      const later = await paymentsOf(providerOrderId);
      return later.find((each) => each.id === held.id && isCaptured(each)) ?? Promise.reject(error);
    });
    return stateOf([capture]);
  }

  return {
    name: 'razorpay',
    canBePaidTwice: true,

    async createOrder(order) {
      if (order.isHosted) return createLink(order);
      const created = await call(orderAnswer, '/orders', {
        amount: order.amountPaise,
        currency: CURRENCY,
        receipt: order.txnId,
        notes: { txnId: order.txnId },
      });
      return {
        providerOrderId: created.id,
        payUrl: '',
        checkoutScript: `${options.checkoutUrl}/v1/checkout.js`,
        publicKey: keyId,
        hash: '',
      };
    },

    paymentState: (_txnId, providerOrderId) => unlessUnknown(orderState(providerOrderId)),

    async refund(refund) {
      const body = { amount: refund.amountPaise, receipt: refund.refundId };
      // Razorpay requires at least ten characters.
      const headers = { 'x-refund-idempotency': `refund-${refund.refundId}` };
      const answer = await call(refundAnswer, `${path('payments', refund.providerPaymentId)}/refund`, body, {
        headers,
      });
      return refundStateOf(answer.status);
    },

    async refundState(refundId, providerPaymentId) {
      const { items } = await call(refundsAnswer, `${path('payments', providerPaymentId)}/refunds?count=100`);
      const refund = items.find(({ receipt }) => receipt === refundId);
      // A refund that was accepted but is not listed yet must not be requested again, or it would be paid twice.
      return refund ? refundStateOf(refund.status) : 'pending';
    },

    parseWebhook(headers, rawBody) {
      if (!isWebhookSigned(rawBody, firstValue(headers['x-razorpay-signature']) ?? '', options.webhookSecret))
        return undefined;
      return parseRazorpayWebhook(rawBody, firstValue(headers['x-razorpay-event-id']));
    },

    signedResult: (orderId, { providerPaymentId: paymentId, signature }) =>
      isResultSigned({ orderId, paymentId, signature }, keySecret),
  };
}

/** Razorpay answers 400 with a sentence for an id that does not exist in the account, and for any other mistake. */
function isUnknownOrder(status: number, json: unknown): boolean {
  return status === 400 && unknownAnswer.safeParse(json).success;
}

/**
 * The state of an order. A failed payment can be tried again, so the order has failed only if no other payment is in
 * progress.
 */
function stateOf(payments: Payment[]): ProviderPaymentState {
  // Razorpay lists the newest payment first.
  const [first, ...more] = payments.filter(isCaptured).toReversed().map(paidOf);
  if (first) return { state: 'completed', ...first, morePayments: more };
  const [last] = payments;
  const isOver = payments.every(({ status }) => status === 'failed' || status === 'refunded');
  if (!last || !isOver) return { state: 'pending', paidPaise: 0, providerPaymentId: undefined, isUntried: !last };
  return { state: 'failed', paidPaise: 0, providerPaymentId: undefined, reason: reasonOf(last) };
}

function isCaptured({ status }: Payment): boolean {
  return status === 'captured';
}

function paidOf({ id, amount, amount_refunded: refunded }: Payment): ProviderPayment {
  return { providerPaymentId: id, paidPaise: amount - (refunded ?? 0) };
}

function reasonOf({ status, error_code: code, error_reason: reason }: Payment): string {
  if (reason === 'payment_cancelled') return 'cancelled';
  return [code, reason].filter(Boolean).join('/') || status;
}

function refundStateOf(status: string): RefundState {
  if (status === 'processed') return 'completed';
  return status === 'failed' ? 'failed' : 'pending';
}

function path(collection: string, id: string): string {
  return `/${collection}/${encodeURIComponent(id)}`;
}

function firstValue(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
