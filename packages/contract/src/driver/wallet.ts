import * as z from 'zod/mini';
import { driverCall } from '../endpoint.ts';
import { next, pageQuery } from '../paging.ts';

/** A payment provider. The specification calls it the payment option. */
export const providerName = z.enum(['razorpay', 'payu', 'phonepe']);
export type ProviderName = z.infer<typeof providerName>;

export const historyEntry = z.object({
  remark: z.string(),
  /** pending, completed. All other values are shown as a failure. */
  status: z.string(),
  /** True if the driver cancelled a top-up. Its status is a failure. */
  cancelled: z.optional(z.literal(true)),
  /** UTC, ISO 8601. */
  created_at: z.string(),
  /** cr for a credit, dr for a debit. */
  type: z.string(),
  /** wallet: the debit of a charge. A provider's name: a top-up. Otherwise refund or adjustment. */
  source: z.string(),
  transaction_id: z.string(),
  /** Rupees. */
  total_amount: z.number(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

export const wallet = {
  getWallet: driverCall('GET', '/get-wallet', {
    area: 'wallet',
    limit: 'read',
    summary: 'Balance, payment history and the configured payment provider.',
    query: z.object({ history: z.optional(z.string()), ...pageQuery }),
    reply: z.object({
      success: z.literal(true),
      wallet: z.object({
        /** Free to spend, in rupees. */
        balance: z.number(),
        /** Rupees held for running charges. Not part of `balance`. */
        held: z.optional(z.number()),
        /** Newest first. */
        payment_history: z.array(historyEntry),
        /** The cursor for more of the history. */
        next,
      }),
      payment_option: providerName,
    }),
  }),
};
