import * as z from 'zod/mini';
import { hashOf } from '#kernel/ids.ts';
import type { ProviderEvent } from '#modules/payments/payment-provider.ts';
import { parseJson } from '../parse-json.ts';

const absent = z.optional(z.nullable(z.string()));
/** Loose on purpose: Razorpay adds fields and events without notice. */
const event = z.object({
  payload: z.optional(
    z.object({
      payment: z.optional(z.object({ entity: z.object({ order_id: absent }) })),
      payment_link: z.optional(z.object({ entity: z.object({ reference_id: absent }) })),
    }),
  ),
});

/** What a Razorpay webhook with a good signature is about. An account's webhooks tell of more than our orders. */
export function readRazorpayEvent(rawBody: string, eventId: string | undefined): ProviderEvent {
  const eventKey = eventId ?? hashOf(rawBody);
  const { payment, payment_link: link } = event.safeParse(parseJson(rawBody)).data?.payload ?? {};
  const txnId = link?.entity.reference_id;
  if (txnId) return { eventKey, txnId };
  return { eventKey, providerOrderId: payment?.entity.order_id ?? undefined };
}
