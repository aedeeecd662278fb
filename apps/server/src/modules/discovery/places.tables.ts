import { sql } from 'drizzle-orm';
import { doublePrecision, integer, pgTable, text } from 'drizzle-orm/pg-core';

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
