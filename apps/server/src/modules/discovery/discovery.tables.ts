import { bigint, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { drivers } from '#modules/accounts/accounts.tables.ts';
import { stations } from '#modules/network/network.tables.ts';

/** Stations that drivers have saved. */
export const bookmarks = pgTable(
  'bookmarks',
  {
    driverId: bigint('driver_id', { mode: 'number' })
      .notNull()
      .references(() => drivers.id),
    stationId: text('station_id')
      .notNull()
      .references(() => stations.id, { onDelete: 'cascade' }),
    savedAt: timestamp('saved_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.driverId, table.stationId] })],
);
