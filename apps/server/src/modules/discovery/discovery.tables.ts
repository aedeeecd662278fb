import { sql } from 'drizzle-orm';
import { bigint, doublePrecision, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
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

/** Cities, towns and villages, for finding a place and for its other names. */
export const places = pgTable('places', {
  /** 0 for the most populous. */
  rank: integer('rank').primaryKey(),
  name: text('name').notNull(),
  state: text('state').notNull(),
  /** Set only if the name repeats within a State. */
  district: text('district').notNull().default(''),
  latitude: doublePrecision('latitude').notNull(),
  longitude: doublePrecision('longitude').notNull(),
  /** Old names and other spellings. */
  aliases: text('aliases')
    .array()
    .notNull()
    .default(sql`'{}'`),
});
