import { COUNTRY_PREFIX } from '@bijli/contract/accounts';
import { api } from '@bijli/contract/api';
import { paiseOf, rupees } from '@bijli/contract/money';
import type { Http } from '#http/handle.ts';
import { refuse } from '#kernel/failure.ts';
import type { Words } from '#kernel/words/en.ts';
import type { Payments } from './index.ts';
import { statusFor, type PaymentState } from './payment-state.ts';

/** What payments need to know of a driver. */
export interface PayerFacts {
  /** `mobile`: ten digits. */
  payer(driverId: number): Promise<{ name: string; email: string; mobile: string }>;
}

export function paymentsRoutes({ serve, app }: Http, payments: Payments, facts: PayerFacts): void {
  serve(api.initiatePayment, async ({ body, driverId, words }) => {
    const customer = await facts.payer(driverId);
    const amountPaise = paiseOf(body.amount);
    const label = words.history.topUp();
    const { txnId, order, checksum } = await payments.startTopUp('phonepe', { driverId, amountPaise, label, customer });
    return {
      message: words.done.paymentStarted(),
      source: 'phonepe',
      razorpayId: '',
      amount: body.amount,
      orderId: order.providerOrderId,
      name: customer.name,
      email: customer.email,
      contactNumber: `${COUNTRY_PREFIX}${customer.mobile}`,
      pay_url: order.payUrl,
      txnId,
      checksum,
    };
  });

  serve(api.responsePaymentPhonepe, async ({ body, driverId, words }) => {
    const { state } = await payments.answered(driverId, {
      txnId: body.transactionId,
      checksum: body.checksum,
      cancelled: body.code === 'USER_CANCEL',
    });
    const status = statusFor(state);
    if (status === 'failed') refuse('payment_failed');
    return { message: status === 'completed' ? words.done.paymentCompleted() : words.done.paymentPending() };
  });

  serve(api.paymentState, async ({ params, driverId, words }) => {
    const { state, reason, amountPaise } = await payments.stateOf(driverId, params.txnId);
    const status = statusFor(state);
    const why = status === 'failed' ? { message: whyFailed(state, reason, words) } : {};
    return { status, amount: rupees(amountPaise), ...why };
  });

  /** PhonePe sends the browser here by GET; whatever the payer did, the wallet shows how it stands. */
  app.get<{ Querystring: { txn?: string } }>('/payments/phonepe/return', async (request, reply) =>
    reply.redirect(await payments.returned(request.query.txn ?? ''), 303),
  );

  app.register(async (scope) => {
    // Signatures are over the body as it came, so nothing may parse it before.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.post<{ Body: string | undefined }>('/webhooks/phonepe', async (request, reply) => {
      const taken = await payments.takeWebhook(request.headers, request.body ?? '');
      return reply.code(taken ? 200 : 401).send();
    });
  });
}

function whyFailed(state: PaymentState, reason: string | null, words: Words): string {
  if (reason === 'cancelled') return words.payment.cancelled();
  return state === 'expired' ? words.payment.expired() : words.payment.failed();
}
