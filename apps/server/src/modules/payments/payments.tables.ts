import { sql } from 'drizzle-orm';
import {
  bigint,
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
import { drivers } from '#modules/accounts/accounts.tables.ts';
import type { CheckoutForm } from './payment-provider.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Something to be paid through a provider. */
export const paymentIntents = pgTable(
  'payment_intents',
  {
    /** Our transaction id, which is also the provider's merchant order id. */
    txnId: text('txn_id').primaryKey(),
    /** wallet: a top-up. */
    purpose: text('purpose').notNull(),
    driverId: bigint('driver_id', { mode: 'number' }).references(() => drivers.id),
    provider: text('provider').notNull(),
    amountPaise: bigint('amount_paise', { mode: 'number' }).notNull(),
    /** pending, completed, failed, expired, mismatch, refunded */
    state: text('state').notNull(),
    /** Why it failed: failed, cancelled, expired, or the provider's own code. */
    reason: text('reason'),
    providerOrderId: text('provider_order_id'),
    providerPaymentId: text('provider_payment_id'),
    payUrl: text('pay_url'),
    /** What our own checkout page posts to the provider, where it takes the browser's order by a form. */
    checkoutForm: jsonb('checkout_form').$type<CheckoutForm>(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    settledAt: at('settled_at'),
    /** When the reconciler asks next; null when it never needs to again. */
    nextCheckAt: at('next_check_at'),
    checks: integer('checks').notNull().default(0),
  },
  (table) => [
    unique('payment_intents_order').on(table.provider, table.providerOrderId),
    unique('payment_intents_payment').on(table.provider, table.providerPaymentId),
    index('payment_intents_driver').on(table.driverId, table.createdAt),
    index('payment_intents_due')
      .on(table.nextCheckAt)
      .where(sql`${table.nextCheckAt} is not null`),
    check('payment_amount_positive', sql`${table.amountPaise} > 0`),
  ],
);

/** Webhooks that have had their effect, written in the same transaction as it. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    provider: text('provider').notNull(),
    eventKey: text('event_key').notNull(),
    receivedAt: at('received_at').notNull(),
    body: jsonb('body'),
  },
  (table) => [primaryKey({ columns: [table.provider, table.eventKey] })],
);
