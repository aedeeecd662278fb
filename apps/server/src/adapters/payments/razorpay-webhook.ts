import * as z from 'zod/mini';
import { hashOf } from '#kernel/ids.ts';
import type { Webhook } from '#modules/payments/index.ts';
import { parseJson } from '../parse-json.ts';

/** How the ids of payment links begin. */
export const LINK = 'plink_';
/** A payment by a link has the link's id as its description, without that beginning. */
const LINK_OF_PAYMENT = /^#(\w+)$/;
/** A text that may be missing. */
export const maybeText = z.optional(z.nullable(z.string()));
/** Loose on purpose: Razorpay adds fields and kinds of webhooks without notice. */
const webhook = z.object({
  event: maybeText,
  payload: z.optional(
    z.object({
      payment: z.optional(
        z.object({ entity: z.object({ id: maybeText, order_id: maybeText, description: maybeText }) }),
      ),
      refund: z.optional(z.object({ entity: z.object({ payment_id: maybeText, receipt: maybeText }) })),
      payment_link: z.optional(z.object({ entity: z.object({ reference_id: maybeText }) })),
    }),
  ),
});

/** Reads what a correctly signed Razorpay webhook is about. An account's webhooks include more than our orders. */
export function parseRazorpayWebhook(rawBody: string, webhookId: string | undefined): Webhook {
  const webhookKey = webhookId ?? hashOf(rawBody);
  const { event, payload } = webhook.safeParse(parseJson(rawBody)).data ?? {};
  const { payment, refund, payment_link: link } = payload ?? {};
  const txnId = link?.entity.reference_id;
  if (txnId) return { webhookKey, txnId };
  const providerOrderId = payment?.entity.order_id ?? undefined;
  const [, linkNumber] = LINK_OF_PAYMENT.exec(payment?.entity.description ?? '') ?? [];
  const providerLinkId = linkNumber && `${LINK}${linkNumber}`;
  const providerPaymentId = refund?.entity.payment_id ?? payment?.entity.id ?? undefined;
  const paidOutRefund = refund && event === 'refund.processed' ? (refund.entity.receipt ?? null) : undefined;
  return { webhookKey, providerOrderId, ...(providerLinkId && { providerLinkId }), providerPaymentId, paidOutRefund };
}
