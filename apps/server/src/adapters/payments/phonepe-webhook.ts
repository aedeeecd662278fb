import * as z from 'zod/mini';
import type { Webhook } from '#modules/payments/index.ts';
import { parseJson } from '../parse-json.ts';

/** Loose on purpose: PhonePe asks integrators to accept unknown fields. */
const webhook = z.object({
  event: z.string(),
  payload: z.object({
    merchantOrderId: z.optional(z.string()),
    /** In webhooks of refunds, instead of merchantOrderId. */
    originalMerchantOrderId: z.optional(z.string()),
    merchantRefundId: z.optional(z.string()),
    paymentDetails: z.optional(z.array(z.object({ transactionId: z.optional(z.string()) }))),
  }),
});

/**
 * Reads what a PhonePe webhook is about. Its signature does not cover the body, so nothing else in it can be trusted.
 * PhonePe's webhooks have no id, so order, kind and transaction together identify one.
 */
export function parsePhonepeWebhook(rawBody: string): Webhook | undefined {
  const parsed = webhook.safeParse(parseJson(rawBody));
  if (!parsed.success) return undefined;
  const { event, payload } = parsed.data;
  const txnId = payload.merchantOrderId ?? payload.originalMerchantOrderId;
  if (!txnId) return undefined;
  const { merchantRefundId: refundNumber } = payload;
  const what = refundNumber ?? payload.paymentDetails?.at(-1)?.transactionId ?? '';
  const paidOutRefund = event === 'pg.refund.completed' ? refundNumber : undefined;
  return { txnId, webhookKey: `${txnId}:${event}:${what}`, paidOutRefund };
}
