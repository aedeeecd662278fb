import { createHmac, randomBytes } from 'node:crypto';
import type { Attempt, Order, Refund } from '../orders.ts';
import type { ProviderContext, RazorpayCredentials } from '../provider-context.ts';
import type { Webhook } from '../webhooks.ts';

type Announcing = Pick<ProviderContext<RazorpayCredentials>, 'credentials' | 'quirks' | 'webhooks'>;

const STATUS = { PENDING: 'created', AUTHORIZED: 'authorized', COMPLETED: 'captured', FAILED: 'failed' };

/** Tells the merchant the result of an order, by webhook. */
export function announceRazorpay(order: Order, context: Announcing): void {
  const quirks = context.quirks.of(order.merchantOrderId);
  const last = order.attempts.at(-1);
  const earlier = order.attempts.at(-2);
  const events = last ? eventsOf(order, last) : [];
  if (quirks.outOfOrder && earlier) events.push(...eventsOf({ ...order, state: 'FAILED' }, earlier));
  const secret = quirks.badSignature ? 'someone-else' : context.credentials.webhookSecret;
  context.webhooks.send(
    events.map((event) => signed(event, secret)),
    quirks,
  );
}

export function announceRazorpayRefund(order: Order, refund: Refund, context: Announcing): void {
  const quirks = context.quirks.of(order.merchantOrderId);
  const refunded = order.attempts.find(({ transactionId }) => transactionId === refund.transactionId);
  const payload = {
    refund: { entity: refundEntity(refund) },
    ...(refunded && { payment: { entity: paymentEntity(order, refunded) } }),
  };
  const name = refund.state === 'FAILED' ? 'refund.failed' : 'refund.processed';
  const event = { entity: 'event', event: name, contains: Object.keys(payload), payload };
  context.webhooks.send([signed(event, context.credentials.webhookSecret)], quirks);
}

export function orderEntity(order: Order) {
  const paidPaise = order.state === 'COMPLETED' ? order.amountPaise : 0;
  return {
    id: order.orderId,
    entity: 'order',
    amount: order.amountPaise,
    amount_paid: paidPaise,
    amount_due: order.amountPaise - paidPaise,
    currency: 'INR',
    receipt: order.merchantOrderId,
    status: order.state === 'COMPLETED' ? 'paid' : order.attempts.length > 0 ? 'attempted' : 'created',
    attempts: order.attempts.length,
    notes: [],
  };
}

export function paymentEntity(order: Order, attempt: Attempt, refundedPaise = 0) {
  return {
    id: attempt.transactionId,
    entity: 'payment',
    amount: attempt.amountPaise,
    currency: 'INR',
    status: STATUS[attempt.state],
    order_id: order.orderId,
    method: 'upi',
    // Razorpay names the link of a payment here.
    description: order.linkId ? order.linkId.replace(/^plink_/, '#') : order.message,
    captured: attempt.state === 'COMPLETED',
    amount_refunded: refundedPaise,
    error_code: attempt.error ? 'BAD_REQUEST_ERROR' : null,
    error_description: attempt.error ? 'The payment was declined by the bank.' : null,
    error_source: attempt.error ? 'bank' : null,
    error_step: attempt.error ? 'payment_authorization' : null,
    error_reason: attempt.error ? 'payment_declined' : null,
    created_at: Math.floor(attempt.atMs / 1000),
  };
}

export function linkEntity(order: Order, publicUrl: string) {
  return {
    id: order.linkId,
    amount: order.amountPaise,
    currency: 'INR',
    reference_id: order.merchantOrderId,
    description: order.message,
    short_url: `${publicUrl}/l/${order.linkId}`,
    status: order.state === 'COMPLETED' ? 'paid' : 'created',
    // Razorpay creates the order of a link when somebody opens the link.
    order_id: order.attempts.length > 0 ? order.orderId : null,
  };
}

export function refundEntity(refund: Refund) {
  return {
    id: refund.refundId,
    entity: 'refund',
    amount: refund.amountPaise,
    currency: 'INR',
    payment_id: refund.transactionId,
    receipt: refund.merchantRefundId,
    status: refund.state === 'COMPLETED' ? 'processed' : refund.state.toLowerCase(),
  };
}

function eventsOf(order: Order, attempt: Attempt): object[] {
  const payment = { entity: paymentEntity(order, attempt) };
  const event = (name: string, more: object = {}) => {
    const payload = { payment, ...more };
    return { entity: 'event', event: name, contains: Object.keys(payload), payload };
  };
  if (attempt.state === 'FAILED') return [event('payment.failed')];
  if (attempt.state === 'AUTHORIZED') return [event('payment.authorized')];
  const paidPaise = [event('payment.captured'), event('order.paid', { order: { entity: orderEntity(order) } })];
  const link = { payment_link: { entity: linkEntity(order, '') } };
  return order.linkId ? [...paidPaise, event('payment_link.paid', link)] : paidPaise;
}

function signed(event: object, secret: string): Webhook {
  const body = JSON.stringify(event);
  return {
    provider: 'razorpay',
    headers: {
      'content-type': 'application/json',
      'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
      'x-razorpay-event-id': randomBytes(7).toString('hex'),
    },
    body,
  };
}
