import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Which node owns a charge point, if several share the database. Each takeover raises `epoch` by one, and writes with a
 * smaller epoch are refused. Rows are never deleted, because an epoch must never start again.
 */
export const chargePointLinks = pgTable(
  'charger_links',
  {
    chargePointId: text('charger_id').primaryKey(),
    nodeId: text('node_id').notNull(),
    epoch: integer().notNull(),
    /** Since when the link has been open. Null if there is none. */
    connectedAt: timestamp('connected_at', { withTimezone: true }),
  },
  (t) => [index('charger_links_by_node').on(t.nodeId), check('charger_links_epoch', sql`${t.epoch} > 0`)],
);
