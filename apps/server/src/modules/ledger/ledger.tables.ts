import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core';
import { drivers } from '#modules/accounts/accounts.tables.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });
const paise = (name: string) => bigint(name, { mode: 'number' });

/**
 * Accounts of the double-entry ledger. A driver has two, `wallet` (free to spend) and `held` (kept for running
 * sessions); the company has one for each purpose. Drivers' balances are kept in the row; the company's are the sum of
 * their entries, because a kept balance would make every top-up and every session wait for one row.
 */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** wallet, held, or an account of the company; some are stored by an older name (`stored-kinds.ts`). */
    kind: text('kind').notNull(),
    driverId: bigint('driver_id', { mode: 'number' }).references(() => drivers.id),
    /** Null for the company's accounts. */
    balancePaise: paise('balance_paise'),
    /** Count of entries, kept with the balance. */
    version: integer('version').notNull().default(0),
  },
  (table) => [
    unique('ledger_accounts_owner').on(table.kind, table.driverId).nullsNotDistinct(),
    index('ledger_accounts_driver').on(table.driverId),
    check(
      'account_kind',
      // One constant, because PostgreSQL parses a CHECK for each statement, and a list of texts takes it longer than
      // the rest of the row.
      sql`${table.kind} = any('{wallet,held,gateway:phonepe,gateway:razorpay,gateway:payu,revenue,cgst,sgst,igst,overrun,refunds,given_up}')`,
    ),
    check('driver_balance_not_negative', sql`${table.balancePaise} is null or ${table.balancePaise} >= 0`),
    check('balance_only_for_drivers', sql`(${table.driverId} is null) = (${table.balancePaise} is null)`),
  ],
);

/** Transfers of money. The entries of each sum to zero. Append-only. */
export const ledgerTransfers = pgTable(
  'ledger_transfers',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** Idempotency key, such as `topup:phonepe:{payment id}`. */
    idempotencyKey: text('idempotency_key').notNull().unique(),
    /** Some are stored by an older name (`stored-kinds.ts`). */
    kind: text('kind').notNull(),
    /** The payment's, session's or order's public reference. */
    reference: text('reference').notNull(),
    at: at('at').notNull(),
  },
  (table) => [
    index('ledger_transfers_reference').on(table.reference),
    check(
      'transfer_kind',
      sql`${table.kind} = any('{top_up,hold,capture,overrun,release,refund,adjustment,given_up,sale}')`,
    ),
  ],
);

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    transferId: bigint('transfer_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerTransfers.id),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerAccounts.id),
    /** Positive puts money into the account. */
    amountPaise: paise('amount_paise').notNull(),
    /** Drivers' accounts only: the balance after this entry, and the entry's number in the account. */
    balancePaise: paise('balance_paise'),
    accountVersion: integer('account_version'),
  },
  (table) => [
    index('ledger_entries_transfer').on(table.transferId),
    unique('ledger_entries_version').on(table.accountId, table.accountVersion),
  ],
);

/** How far the ledger was found in order, so that the next check continues from there. Append-only. */
export const ledgerCheckpoints = pgTable('ledger_proofs', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  checkedAt: at('proven_at').notNull(),
  /** True if it checked all rows, false if it continued from the checkpoint before it. */
  isFull: boolean('is_full').notNull(),
  /** The checks that found it in order. Other checks start from the beginning. */
  checks: text('checks').notNull(),
  /** The newest transfer and the newest entry that were checked. */
  transferId: bigint('transfer_id', { mode: 'number' }).notNull(),
  entryId: bigint('entry_id', { mode: 'number' }).notNull(),
  /** The totals that the checks continue from, by part. */
  totals: jsonb('totals').$type<Record<string, Record<string, number>>>().notNull(),
});
