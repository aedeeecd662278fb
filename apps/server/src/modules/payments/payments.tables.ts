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
import type { StoredPaymentState } from './payment-state.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Payments through a provider. The table and its indexes keep their first names. */
export const payments = pgTable(
  'payment_intents',
  {
    /** Our transaction id, which is also the provider's merchant order id. */
    txnId: text('txn_id').primaryKey(),
    /** For example wallet, for a top-up. */
    purpose: text('purpose').notNull(),
    /** What the payment is for within its purpose, such as an order's reference. May be empty. */
    subject: text('subject').notNull().default(''),
    driverId: bigint('driver_id', { mode: 'number' }).references(() => drivers.id),
    provider: text('provider').$type<ProviderName>().notNull(),
    amountPaise: bigint('amount_paise', { mode: 'number' }).notNull(),
    state: text('state').$type<StoredPaymentState>().notNull(),
    /** Why it failed (failed, cancelled, expired, or the provider's code), or why it is refunded. */
    reason: text('reason'),
    providerOrderId: text('provider_order_id'),
    providerPaymentId: text('provider_payment_id'),
    /** The amount that was really paid, once something was. */
    paidPaise: bigint('paid_paise', { mode: 'number' }),
    payUrl: text('pay_url'),
    /** The form that our checkout page posts, for providers that take orders by a form. */
    checkoutForm: jsonb('checkout_form').$type<CheckoutForm>(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    /** When it was credited, or found to need a refund. Null while it is open, failed or expired. */
    settledAt: at('settled_at'),
    /** When the reconciler asks next. Null if it need not ask again. */
    nextCheckAt: at('next_check_at'),
    checks: integer('checks').notNull().default(0),
  },
  (table) => [
    unique('payment_intents_order').on(table.provider, table.providerOrderId),
    unique('payment_intents_payment').on(table.provider, table.providerPaymentId),
    index('payment_intents_driver').on(table.driverId, table.createdAt),
    // For the ledger check, which looks at recent ones.
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

/** Refunds. Each is inserted with its reason, and then requested from the provider. */
export const refunds = pgTable(
  'refunds',
  {
    /** The provider knows the first attempt by this id, and later ones by this id and their number. */
    refundId: text('refund_id').primaryKey(),
    /** The requester's idempotency key. */
    key: text('key').notNull().unique(),
    /** Hash of the request, to detect another request under the same key. Null if the requester does not compare. */
    requestHash: text('request_hash'),
    txnId: text('txn_id')
      .notNull()
      .references(() => payments.txnId),
    provider: text('provider').$type<ProviderName>().notNull(),
    providerPaymentId: text('provider_payment_id').notNull(),
    amountPaise: bigint('amount_paise', { mode: 'number' }).notNull(),
    /** True if the purchase, such as credits, had been delivered. */
    wasCredited: boolean('was_credited').notNull(),
    reason: text('reason').notNull(),
    state: text('state').$type<RefundState>().notNull(),
    attempt: integer('attempt').notNull().default(1),
    /** When the provider accepted this attempt. */
    acceptedAt: at('accepted_at'),
    createdAt: at('created_at').notNull(),
    settledAt: at('settled_at'),
    /** When to ask the provider next. Null once it is done. */
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

/** Webhooks that have had their effect. Inserted in the same transaction as the effect. */
export const webhooks = pgTable(
  'webhook_events',
  {
    provider: text('provider').$type<ProviderName>().notNull(),
    webhookKey: text('event_key').notNull(),
    receivedAt: at('received_at').notNull(),
    /** The payment it is about. Null for webhooks without one, or from before this was stored. */
    txnId: text('txn_id'),
    /** The body as an object, without the provider's proof of origin. */
    body: jsonb('body'),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.webhookKey] }),
    index('webhook_events_payment').on(table.txnId),
  ],
);

/** Times when something first happened on this installation. */
export const firstTimes = pgTable('shop_first_times', {
  /** For example link_secret: links of orders were signed with their own secret. */
  name: text('name').primaryKey(),
  at: at('at').notNull(),
});
