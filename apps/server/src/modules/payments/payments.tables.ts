import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core';
import type { ProviderName } from '@bijli/contract/wallet';
import { drivers } from '#modules/accounts/accounts.tables.ts';
import type { CheckoutForm, RefundState } from './payment-provider.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** A payment through a provider, asked for or made. Table and indexes keep the name of the first release. */
export const payments = pgTable(
  'payment_intents',
  {
    /** Our transaction id, which is also the provider's merchant order id. */
    txnId: text('txn_id').primaryKey(),
    /** wallet: a top-up. */
    purpose: text('purpose').notNull(),
    /** What it is for, in the terms of its purpose: an order's reference; empty where the purpose says all. */
    subject: text('subject').notNull().default(''),
    driverId: bigint('driver_id', { mode: 'number' }).references(() => drivers.id),
    provider: text('provider').notNull(),
    amountPaise: bigint('amount_paise', { mode: 'number' }).notNull(),
    /** pending, completed, failed, expired; mismatch: the amount does not match; unwanted: unallocated */
    state: text('state').notNull(),
    /** Why it failed: failed, cancelled, expired, or the provider's own code; why it goes back. */
    reason: text('reason'),
    providerOrderId: text('provider_order_id'),
    providerPaymentId: text('provider_payment_id'),
    /** What was really paid, once something was. */
    paidPaise: bigint('paid_paise', { mode: 'number' }),
    payUrl: text('pay_url'),
    /** What our own checkout page posts to the provider, where it takes the browser's order by a form. */
    checkoutForm: jsonb('checkout_form').$type<CheckoutForm>(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    /** When we settled it: credited what was paid, or found that it must go back. Null while it is open, failed or expired. */
    settledAt: at('settled_at'),
    /** When the reconciler asks next; null when it never needs to again. */
    nextCheckAt: at('next_check_at'),
    checks: integer('checks').notNull().default(0),
  },
  (table) => [
    unique('payment_intents_order').on(table.provider, table.providerOrderId),
    unique('payment_intents_payment').on(table.provider, table.providerPaymentId),
    index('payment_intents_driver').on(table.driverId, table.createdAt),
    // The check of the ledger finds those of late.
    index('payment_intents_settled').on(table.settledAt),
    index('payment_intents_subject')
      .on(table.purpose, table.subject)
      .where(sql`${table.subject} <> ''`),
    index('payment_intents_due')
      .on(table.nextCheckAt)
      .where(sql`${table.nextCheckAt} is not null`),
    check('payment_provider', sql`${table.provider} in ('razorpay', 'payu', 'phonepe')`),
    check(
      'payment_state',
      sql`${table.state} in ('pending', 'completed', 'failed', 'expired', 'mismatch', 'unwanted')`,
    ),
    check('payment_amount_positive', sql`${table.amountPaise} > 0`),
  ],
);

/** Money that goes back to its payer, written with what gives the reason for it and then brought to the provider. */
export const refunds = pgTable(
  'refunds',
  {
    /** The provider knows the first attempt by it, further ones by it and their number. */
    refundId: text('refund_id').primaryKey(),
    /** What makes a repeat harmless: the asker's own name for this refund. */
    key: text('key').notNull().unique(),
    txnId: text('txn_id')
      .notNull()
      .references(() => payments.txnId),
    provider: text('provider').$type<ProviderName>().notNull(),
    providerPaymentId: text('provider_payment_id').notNull(),
    amountPaise: bigint('amount_paise', { mode: 'number' }).notNull(),
    /** Whether what was paid for had been given, such as credits. */
    wasCredited: boolean('was_credited').notNull(),
    reason: text('reason').notNull(),
    /** pending, completed, failed: the provider would not, time and again */
    state: text('state').$type<RefundState>().notNull(),
    attempt: integer('attempt').notNull().default(1),
    /** When the provider took this attempt, which it then works on. */
    acceptedAt: at('accepted_at'),
    createdAt: at('created_at').notNull(),
    settledAt: at('settled_at'),
    /** When the provider is asked next; null when all is done. */
    nextTryAt: at('next_try_at'),
    tries: integer('tries').notNull().default(0),
  },
  (table) => [
    index('refunds_payment').on(table.txnId),
    index('refunds_due')
      .on(table.nextTryAt)
      .where(sql`${table.nextTryAt} is not null`),
    check('refund_provider', sql`${table.provider} in ('razorpay', 'payu', 'phonepe')`),
    check('refund_state', sql`${table.state} in ('pending', 'completed', 'failed')`),
    check('refund_amount_positive', sql`${table.amountPaise} > 0`),
  ],
);

/** Webhooks that have had their effect, written in the same transaction as it. */
export const webhooks = pgTable(
  'webhook_events',
  {
    provider: text('provider').notNull(),
    webhookKey: text('event_key').notNull(),
    receivedAt: at('received_at').notNull(),
    /** The payment that it is about; null for one noted before this was, of a payment that it does not name. */
    txnId: text('txn_id'),
    /** As an object, without what proves to us that the provider wrote it. */
    body: jsonb('body'),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.webhookKey] }),
    index('webhook_events_payment').on(table.txnId),
  ],
);

/** When something happened for the first time on this installation, of which what follows has to be counted. */
export const firstTimes = pgTable('shop_first_times', {
  /** link_secret: links of orders were signed with a secret of their own */
  name: text('name').primaryKey(),
  at: at('at').notNull(),
});
