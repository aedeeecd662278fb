import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Data files that came with the program and are in the database already. */
export const seededFiles = pgTable('seeded_files', {
  /** What the files are for: vehicles, demo-stations, … */
  name: text('name').primaryKey(),
  /** Of the files as they were taken: unchanged files are not taken again. */
  hash: text('hash').notNull(),
  seededAt: timestamp('seeded_at', { withTimezone: true }).notNull().defaultNow(),
});
