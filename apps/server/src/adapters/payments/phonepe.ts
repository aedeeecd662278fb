import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { PhonepeConfig } from '#config/payments-config.ts';
import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { isSameText } from '#kernel/ids.ts';
import type { Log } from '#kernel/log.ts';
import type { ProviderPaymentState, PaymentProvider, RefundState } from '#modules/payments/index.ts';
import { refuse } from '#modules/payments/payments.refusals.ts';
import { phonepeToken } from './phonepe-token.ts';
import { parsePhonepeWebhook } from './phonepe-webhook.ts';
import { callProvider, codeOf, unauthorised, unlessUnknown } from './provider-call.ts';

export interface PhonepeOptions extends Omit<PhonepeConfig, 'name'> {
  clock: Clock;
  log: Log;
  /** Timeout of a request. Default: 10 s. */
  timeoutMs?: number;
}

const payAnswer = z.object({ orderId: z.string(), redirectUrl: z.string() });

const paise = z.int().check(z.nonnegative());
const statusAnswer = z.object({
  state: z.string(),
  errorCode: z.optional(z.string()),
  detailedErrorCode: z.optional(z.string()),
  paymentDetails: z.optional(z.array(z.object({ transactionId: z.string(), amount: paise, state: z.string() }))),
});

const refundAnswer = z.object({ state: z.string() });

/** PhonePe's Standard Checkout, API version 2. */
export function phonepe(options: PhonepeOptions): PaymentProvider {
  const { apiUrl, clock, log, timeoutMs = 10 * SECOND_MS } = options;
  const token = phonepeToken({ ...options, timeoutMs });
  const webhookAuthorization = createHash('sha256')
    .update(`${options.webhookUsername}:${options.webhookPassword}`)
    .digest('hex');

  async function call<S extends z.ZodMiniType>(
    answer: S,
    path: string,
    body?: object,
    isUnknownOrder?: (status: number, json: unknown) => boolean,
  ): Promise<z.output<S>> {
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const result = await callProvider(
        {
          url: `${apiUrl}${path}`,
          method: body ? 'POST' : 'GET',
          headers: {
            authorization: `O-Bearer ${await token.current()}`,
            'content-type': 'application/json',
          },
          ...(body && { body: JSON.stringify(body) }),
          answer,
          ...(isUnknownOrder && { isUnknownOrder }),
        },
        { provider: 'phonepe', log, timeoutMs },
      );
      if (result !== unauthorised) return result;
      token.forget();
    }
    log.error(
      { event: 'payment_provider.credentials_refused', provider: 'phonepe', path },
      'phonepe rejects the token that it issued',
    );
    return refuse('payment_provider_down');
  }

  return {
    name: 'phonepe',

    async createOrder(order) {
      const seconds = Math.round((order.expiresAt.getTime() - clock.now().getTime()) / 1000);
      const created = await call(payAnswer, '/checkout/v2/pay', {
        merchantOrderId: order.txnId,
        amount: order.amountPaise,
        // PhonePe accepts 5 minutes to an hour.
        expireAfter: Math.min(Math.max(seconds, 300), 3600),
        paymentFlow: {
          type: 'PG_CHECKOUT',
          message: order.label,
          merchantUrls: { redirectUrl: order.returnUrl },
        },
        prefillUserLoginDetails: { phoneNumber: order.customer.mobile },
      });
      return {
        providerOrderId: created.orderId,
        payUrl: created.redirectUrl,
        checkoutScript: order.isHosted ? '' : `${options.checkoutUrl}/web/bundle/checkout.js`,
        publicKey: '',
        hash: '',
      };
    },

    async paymentState(txnId) {
      const path = `/checkout/v2/order/${encodeURIComponent(txnId)}/status?details=false&errorContext=true`;
      return unlessUnknown(call(statusAnswer, path, undefined, isUnknownOrder).then(stateOf));
    },

    async refund(refund) {
      const answer = await call(refundAnswer, '/payments/v2/refund', {
        merchantRefundId: refund.refundId,
        originalMerchantOrderId: refund.txnId,
        amount: refund.amountPaise,
      });
      return refundStateOf(answer.state);
    },

    async refundState(refundId) {
      const answer = await call(refundAnswer, `/payments/v2/refund/${encodeURIComponent(refundId)}/status`);
      return refundStateOf(answer.state);
    },

    parseWebhook(headers, rawBody) {
      if (!isSameText(headers.authorization ?? '', webhookAuthorization)) return undefined;
      return parsePhonepeWebhook(rawBody);
    },
  };
}

/** PhonePe's own answer has a code. The 404 of a wrong address does not. */
const isUnknownOrder = (status: number, json: unknown): boolean => status === 404 && codeOf(json) !== undefined;

/** Reads the order's own state, because one failed attempt does not fail the order. */
function stateOf(answer: z.output<typeof statusAnswer>): ProviderPaymentState {
  if (answer.state === 'FAILED') {
    const reason = [answer.errorCode, answer.detailedErrorCode].filter(Boolean).join('/');
    return {
      state: 'failed',
      paidPaise: 0,
      providerPaymentId: undefined,
      reason: reason || 'FAILED',
    };
  }
  if (answer.state !== 'COMPLETED') {
    const isUntried = answer.paymentDetails?.length === 0;
    return { state: 'pending', paidPaise: 0, providerPaymentId: undefined, isUntried };
  }
  const payment = answer.paymentDetails?.find((attempt) => attempt.state === 'COMPLETED');
  // Without the payment there is no amount to compare and no id to credit, so it is asked again later.
  if (!payment)
    return {
      state: 'pending',
      paidPaise: 0,
      providerPaymentId: undefined,
      reason: 'COMPLETED without a payment',
    };
  return {
    state: 'completed',
    paidPaise: payment.amount,
    providerPaymentId: payment.transactionId,
  };
}

function refundStateOf(state: string): RefundState {
  if (state === 'COMPLETED') return 'completed';
  return state === 'FAILED' ? 'failed' : 'pending';
}
