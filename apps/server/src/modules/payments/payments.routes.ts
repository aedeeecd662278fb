import { api } from '@bijli/contract/api';
import { rupees } from '@bijli/contract/money';
import type { Http } from '#http/calls/serve.ts';
import type { Messages } from '#kernel/messages/en.ts';
import type { Payments } from './index.ts';
import { providerRoutes } from './payer-pages/provider.routes.ts';
import { isCancelled, needsRefund, statusOnWire, type PaymentState } from './payment-state.ts';
import { refuse } from './payments.refusals.ts';

export function paymentsRoutes(http: Http, payments: Payments): void {
  const { serve } = http;

  serve(api.responsePaymentPhonepe, async ({ body, driverId, messages }) => {
    const answer = { txnId: body.transactionId, checksum: body.checksum, isCancelled: body.code === 'USER_CANCEL' };
    return outcomeOf(await payments.answered(driverId, answer), messages);
  });

  serve(api.responsePaymentRazorpay, async ({ body, driverId, messages }) => {
    const result = {
      providerOrderId: body.razorpay_order_id,
      providerPaymentId: body.razorpay_payment_id,
      signature: body.razorpay_signature,
    };
    return outcomeOf(await payments.answeredSigned(driverId, result), messages);
  });

  serve(api.cancelPayment, async ({ params, body, driverId, messages }) => {
    const answer = { txnId: params.txnId, checksum: body.checksum, isCancelled: true };
    return outcomeOf(await payments.answered(driverId, answer), messages);
  });

  serve(api.paymentState, async ({ params, driverId, messages }) => {
    const { state, reason, amountPaise } = await payments.refreshPayment(driverId, params.txnId);
    const status = statusOnWire(state);
    const why = status === 'failed' ? { message: failureText(state, reason, messages) } : {};
    const cancelled = isCancelled({ state, reason }) ? { cancelled: true as const } : {};
    return { status, amount: rupees(amountPaise), ...cancelled, ...why };
  });

  providerRoutes(http, payments);
}

/** The reply to a browser's answer. A payment that the driver has cancelled is not shown as a failure. */
function outcomeOf({ state, reason }: { state: PaymentState; reason: string | null }, messages: Messages) {
  if (state === 'completed') return { message: messages.done.paymentCompleted() };
  if (state === 'pending') return { message: messages.done.paymentPending() };
  if (reason === 'cancelled') return { message: messages.payment.cancelled() };
  return refuse(needsRefund(state) ? 'payment_goes_back' : 'payment_failed');
}

function failureText(state: PaymentState, reason: string | null, messages: Messages): string {
  if (needsRefund(state)) return messages.payment.goesBack();
  if (isCancelled({ state, reason })) return messages.payment.cancelled();
  return state === 'expired' ? messages.payment.expired() : messages.payment.failed();
}
