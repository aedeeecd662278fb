import * as z from 'zod/mini';
import { next, pageQuery } from '../paging.ts';
import { ok, operatorCall } from './operator.ts';
import { reason } from './staff.ts';

const refund = z.object({
  id: z.string(),
  /** Id of the payment. */
  txn_id: z.string(),
  provider: z.string(),
  /** Rupees. */
  amount: z.number(),
  reason: z.string(),
  /** `failed`: the provider refused several times. */
  state: z.enum(['pending', 'completed', 'failed']),
  created_at: z.string(),
  settled_at: z.nullable(z.string()),
});

export const operatorMoney = {
  listRefunds: operatorCall('GET', '/refunds', {
    area: 'wallet',
    limit: 'read',
    permission: 'payments.see',
    action: 'refund.list',
    stations: 'whole-network',
    summary: 'Money on its way back to payers, and what has gone back, newest first.',
    query: z.object({ ...pageQuery, state: z.optional(refund.shape.state) }),
    reply: z.object({ success: z.literal(true), refunds: z.array(refund), next }),
  }),
  refundOrder: operatorCall('POST', '/orders/:order_reference/refund', {
    area: 'storefront',
    limit: 'payment',
    permission: 'refunds.approve',
    action: 'order.refund',
    stations: 'whole-network',
    summary:
      'Gives back all that is left of a paid order and ends it, or the price of so many units; with `restocks` the units are on the shelf again. Their installation is for sale again in any case, unless the order was delivered. The header Idempotency-Key makes a second try the same refund. Refused with `order_unknown`, `order_closed`, `refund_units_invalid`, `idempotency_key_used`.',
    params: z.object({ order_reference: z.string() }),
    body: z.object({
      units: z.optional(z.int().check(z.minimum(1), z.maximum(10))),
      restocks: z.optional(z.boolean()),
      reason,
    }),
    reply: ok,
  }),
};
