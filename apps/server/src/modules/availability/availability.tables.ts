import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { chargePoints } from '#modules/network/network.tables.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/**
 * `link`: it had no link. `status`: it reported Faulted or Unavailable. `withheld`: it was offered to nobody because
 * starts failed there.
 */
export type DowntimeCause = 'link' | 'status' | 'withheld';

/** When charge points, or one of their connectors, could not be used. */
export const downtimes = pgTable(
  'charger_downtimes',
  {
    chargePointId: text('charger_id')
      .notNull()
      .references(() => chargePoints.id, { onDelete: 'cascade' }),
    /** 0 is the charge point itself. */
    connector: integer('connector').notNull(),
    cause: text('cause').$type<DowntimeCause>().notNull(),
    beganAt: at('began_at').notNull(),
    /** Null while it lasts. */
    endedAt: at('ended_at'),
  },
  (table) => [
    uniqueIndex('charger_downtimes_one_open')
      .on(table.chargePointId, table.connector, table.cause)
      .where(sql`${table.endedAt} is null`),
    index('charger_downtimes_of_charger').on(table.chargePointId, table.endedAt),
    check('downtime_cause', sql`${table.cause} in ('link', 'status', 'withheld')`),
  ],
);
