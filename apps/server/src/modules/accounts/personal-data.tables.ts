import { bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { drivers } from './accounts.tables.ts';

/** Who took a copy of their data and when, for the limit of copies a day. */
export const personalDataExports = pgTable(
  'personal_data_exports',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    driverId: bigint('driver_id', { mode: 'number' })
      .notNull()
      .references(() => drivers.id),
    /** json, pdf */
    format: text('format').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (table) => [index('personal_data_exports_driver').on(table.driverId, table.at)],
);
