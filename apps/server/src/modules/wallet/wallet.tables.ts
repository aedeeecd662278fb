import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { drivers } from '#modules/accounts/accounts.tables.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });
const paise = (name: string) => bigint(name, { mode: 'number' });

/**
 * Money kept for something that is still to happen. It is resolved once; a hold that was released whole may be renewed.
 */
export const holds = pgTable(
  'holds',
  {
    /** The session's public reference. */
    reference: text('reference').primaryKey(),
    driverId: bigint('driver_id', { mode: 'number' })
      .notNull()
      .references(() => drivers.id),
    amountPaise: paise('amount_paise').notNull(),
    state: text('state').$type<'held' | 'captured' | 'released'>().notNull(),
    capturedPaise: paise('captured_paise').notNull().default(0),
    heldAt: at('held_at').notNull(),
    /** How often it was renewed after its release. */
    renewals: integer('renewals').notNull().default(0),
    resolvedAt: at('resolved_at'),
  },
  (table) => [
    check('hold_state', sql`${table.state} = any('{held,captured,released}')`),
    check('captured_within_hold', sql`${table.capturedPaise} between 0 and ${table.amountPaise}`),
    index('holds_driver').on(table.driverId),
  ],
);
