import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Which node looks after a charge point, where several share the database. Each taking makes `epoch` larger by one, and what is written
 * by a smaller one is refused. A row stays: its epoch must never begin anew.
 */
export const chargerLinks = pgTable(
  'charger_links',
  {
    chargePointId: text('charger_id').primaryKey(),
    nodeId: text('node_id').notNull(),
    epoch: integer().notNull(),
    /** Since when the link has stood; null while there is none. */
    connectedAt: timestamp('connected_at', { withTimezone: true }),
  },
  (t) => [index('charger_links_by_node').on(t.nodeId), check('charger_links_epoch', sql`${t.epoch} > 0`)],
);
