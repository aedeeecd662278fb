import { createHash } from 'node:crypto';
import type { Attempt, Order, Refund } from '../orders.ts';
import type { PhonepeCredentials, ProviderContext } from '../provider-context.ts';
import type { Quirks } from '../quirks.ts';
import type { Webhook } from '../webhooks.ts';

type Announcing = Pick<ProviderContext<PhonepeCredentials>, 'credentials' | 'quirks' | 'webhooks'>;

const MERCHANT_ID = 'SANDBOX';

/** Tells the merchant the result of an order, by webhook. */
export function announceOrder(order: Order, context: Announcing): void {
  const quirks = context.quirks.of(order.merchantOrderId);
  const events = [orderEvent(order)];
  const earlier = order.attempts.at(-2);
  if (quirks.outOfOrder && earlier) {
    events.push(orderEvent({ ...order, state: 'FAILED', attempts: [earlier] }));
  }
  context.webhooks.send(
    events.map((event) => signed(event, context, quirks)),
    quirks,
  );
}

export function announceRefund(refund: Refund, context: Announcing): void {
  const quirks = context.quirks.of(refund.merchantOrderId);
  const event = {
    event: `pg.refund.${refund.state.toLowerCase()}`,
    payload: {
      merchantId: MERCHANT_ID,
      merchantRefundId: refund.merchantRefundId,
      originalMerchantOrderId: refund.merchantOrderId,
      ...refundOf(refund),
    },
  };
  context.webhooks.send([signed(event, context, quirks)], quirks);
}

/** The answer of the status call. */
export function statusOf(order: Order) {
  return {
    orderId: order.orderId,
    state: order.state,
    amount: order.amountPaise,
    payableAmount: order.amountPaise,
    feeAmount: 0,
    expireAt: order.expiresAtMs,
    ...(order.error && {
      errorCode: order.error.code,
      detailedErrorCode: order.error.detail,
      errorContext: {
        errorCode: order.error.code,
        detailedErrorCode: order.error.detail,
        source: 'CUSTOMER',
      },
    }),
    paymentDetails: order.attempts.slice(-1).map(attemptOf),
  };
}

export function refundOf(refund: Refund) {
  return { refundId: refund.refundId, amount: refund.amountPaise, state: refund.state };
}

function orderEvent(order: Order): object {
  return {
    event: order.state === 'COMPLETED' ? 'checkout.order.completed' : 'checkout.order.failed',
    payload: {
      merchantId: MERCHANT_ID,
      merchantOrderId: order.merchantOrderId,
      ...statusOf(order),
    },
  };
}

function attemptOf(attempt: Attempt) {
  return {
    transactionId: attempt.transactionId,
    paymentMode: 'UPI_QR',
    timestamp: attempt.atMs,
    amount: attempt.amountPaise,
    payableAmount: attempt.amountPaise,
    feeAmount: 0,
    state: attempt.state,
    ...(attempt.error && {
      errorCode: attempt.error.code,
      detailedErrorCode: attempt.error.detail,
    }),
    splitInstruments: [],
  };
}

function signed(event: object, { credentials }: Announcing, quirks: Quirks): Webhook {
  const password = quirks.badSignature ? 'someone-else-1' : credentials.webhookPassword;
  const authorization = createHash('sha256').update(`${credentials.webhookUsername}:${password}`).digest('hex');
  return {
    provider: 'phonepe',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(event),
  };
}
