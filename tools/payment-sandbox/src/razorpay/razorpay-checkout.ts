import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Order } from '../orders.ts';
import { sandboxCheckoutPage, escape, notFoundPage, closedOrderNote } from '../pages.ts';
import type { ProviderContext, RazorpayCredentials } from '../provider-context.ts';
import { announceRazorpay, paymentEntity } from './razorpay-events.ts';
import { frameScript, razorpayScript } from './razorpay-script.ts';
import { linked } from './razorpay.ts';

type Choice = 'pay' | 'fail' | 'cancel';

interface Address {
  Params: { id: string };
  Querystring: { told?: Choice };
}

interface Press {
  Params: { id: string; choice: Choice };
}

/** The checkout inside the merchant's page, and the page of a payment link. */
export function razorpayCheckoutRoutes(app: FastifyInstance, context: ProviderContext<RazorpayCredentials>): void {
  const { credentials, orders, merchant, quirks } = context;

  /** A second press on a paid order changes nothing, unless it can be paid twice. A failed order can be tried again. */
  function press(order: Order, choice: Choice): void {
    const isUnderWay = order.attempts.some(({ state }) => state === 'AUTHORIZED');
    const isPaid = order.state === 'COMPLETED' && !quirks.of(order.merchantOrderId).paidTwice;
    if (isPaid || isUnderWay || choice === 'cancel') return;
    if (choice === 'pay') orders.pay(order);
    else orders.fail(order);
    announceRazorpay(order, context);
  }

  app.get<Address>('/v1/checkout/:id', async (request, reply) => {
    const order = orders.byOrderId(request.params.id);
    reply.type('text/html; charset=utf-8');
    if (!order) return reply.code(404).send(notFoundPage());
    const message = request.query.told && messageOf(order, request.query.told, credentials.keySecret);
    const script = `<script src="/v1/checkout/frame.js" data-told="${escape(JSON.stringify(message ?? {}))}"></script>`;
    return sandboxCheckoutPage({
      order,
      merchant,
      action: (choice) => `/v1/checkout/${order.orderId}/${choice}`,
      over: order.state === 'COMPLETED' ? '<p class="over" role="status">This order is paid.</p>' : '',
      more: message ? script : '',
    });
  });

  app.post<Press>('/v1/checkout/:id/:choice', async (request, reply) => {
    const { id, choice } = request.params;
    const order = orders.byOrderId(id);
    if (!order) return reply.code(404).type('text/html; charset=utf-8').send(notFoundPage());
    press(order, choice);
    return reply.redirect(`/v1/checkout/${id}?told=${choice}`, 303);
  });

  app.get<Address>('/l/:id', async (request, reply) => {
    const order = linked(orders.all(), request.params.id);
    reply.type('text/html; charset=utf-8');
    if (!order) return reply.code(404).send(notFoundPage());
    const action = (choice: Choice) => `/l/${order.linkId}/${choice}`;
    return sandboxCheckoutPage({
      order,
      merchant,
      action,
      over: order.state === 'COMPLETED' ? closedOrderNote(order, merchant, false) : '',
    });
  });

  app.post<Press>('/l/:id/:choice', async (request, reply) => {
    const { id, choice } = request.params;
    const order = linked(orders.all(), id);
    if (!order) return reply.code(404).type('text/html; charset=utf-8').send(notFoundPage());
    press(order, choice);
    if (choice === 'cancel') return reply.redirect(order.redirectUrl, 303);
    return reply.redirect(order.state === 'COMPLETED' ? linkReturn(order, credentials.keySecret) : `/l/${id}`, 303);
  });

  app.get('/v1/checkout.js', async (_request, reply) => reply.type('text/javascript').send(razorpayScript));
  app.get('/v1/checkout/frame.js', async (_request, reply) => reply.type('text/javascript').send(frameScript));
}

/** The message for the page around the checkout. */
function messageOf(order: Order, choice: Choice, keySecret: string): object {
  const last = order.attempts.at(-1);
  if (choice === 'cancel' || !last) return { dismissed: true };
  const { transactionId: paymentId } = last;
  if (last.state === 'FAILED') {
    const { error_code: code, error_description: description, ...payment } = paymentEntity(order, last);
    const { error_source: source, error_step: step, error_reason: reason } = payment;
    const metadata = { order_id: order.orderId, payment_id: paymentId };
    return { error: { code, description, source, step, reason, metadata } };
  }
  return {
    razorpay_payment_id: paymentId,
    razorpay_order_id: order.orderId,
    razorpay_signature: hmac(`${order.orderId}|${paymentId}`, keySecret),
  };
}

function linkReturn(order: Order, keySecret: string): string {
  const paymentId = order.attempts.at(-1)?.transactionId ?? '';
  const url = new URL(order.redirectUrl);
  const signed = [order.linkId, order.merchantOrderId, 'paid', paymentId];
  url.searchParams.set('razorpay_payment_id', paymentId);
  url.searchParams.set('razorpay_payment_link_id', order.linkId ?? '');
  url.searchParams.set('razorpay_payment_link_reference_id', order.merchantOrderId);
  url.searchParams.set('razorpay_payment_link_status', 'paid');
  url.searchParams.set('razorpay_signature', hmac(signed.join('|'), keySecret));
  return url.href;
}

function hmac(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}
