import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Data files of the program that are already in the database. */
export const seededFiles = pgTable('seeded_files', {
  /** The subject of the files, such as `vehicles` or `demo-stations`. */
  name: text('name').primaryKey(),
  /** The hash of the files when they were seeded. Unchanged files are not seeded again. */
  hash: text('hash').notNull(),
  seededAt: timestamp('seeded_at', { withTimezone: true }).notNull().defaultNow(),
});
