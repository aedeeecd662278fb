import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { drivers } from '#modules/accounts/accounts.tables.ts';
import { stations } from '#modules/network/network.tables.ts';

/** Drivers' reviews of stations, one for each driver and station. They may change. */
export const reviews = pgTable(
  'reviews',
  {
    stationId: text('station_id')
      .notNull()
      .references(() => stations.id, { onDelete: 'cascade' }),
    driverId: bigint('driver_id', { mode: 'number' })
      .notNull()
      .references(() => drivers.id),
    /** Stars, 1 to 5. The column, like the wire, says rate. */
    rating: integer('rate').notNull(),
    tags: text('tags')
      .array()
      .notNull()
      .default(sql`'{}'`),
    comment: text('comment').notNull().default(''),
    writtenAt: timestamp('written_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.stationId, table.driverId] }),
    index('reviews_newest').on(table.stationId, table.writtenAt),
    index('reviews_driver').on(table.driverId),
    check('reviews_rate', sql`${table.rating} between 1 and 5`),
  ],
);
