import { bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { drivers } from './accounts.tables.ts';

/** Who exported their data and when, for the daily limit. */
export const personalDataExports = pgTable(
  'personal_data_exports',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    driverId: bigint('driver_id', { mode: 'number' })
      .notNull()
      .references(() => drivers.id),
    /** One of: json, pdf. */
    format: text('format').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (table) => [index('personal_data_exports_driver').on(table.driverId, table.at)],
);
