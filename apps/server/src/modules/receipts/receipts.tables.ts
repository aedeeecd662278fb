import { bigint, boolean, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Language } from '#kernel/messages/language.ts';
import { drivers } from '#modules/accounts/accounts.tables.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });
const driverId = () =>
  bigint('driver_id', { mode: 'number' })
    .notNull()
    .references(() => drivers.id);

/** Whether a driver wants receipts by e-mail, and which address is known to be theirs. */
export const receiptSettings = pgTable('receipt_settings', {
  driverId: driverId().primaryKey(),
  isOn: boolean('is_on').notNull().default(false),
  /** Language of receipts: the app's language when they were turned on. */
  language: text('language').$type<Language>().notNull(),
  /** Address of the last link. Empty if there was none. */
  linkTo: text('link_to').notNull().default(''),
  linkSentAt: at('link_sent_at'),
  /** Number of links since a time, for the daily limit. */
  links: integer('links').notNull().default(0),
  linksSince: at('links_since'),
  /** The address whose link was opened. Any other address is not confirmed. */
  confirmedEmail: text('confirmed_email').notNull().default(''),
});

/** Receipts, at most one for each session. */
export const receipts = pgTable(
  'receipts',
  {
    bookingId: text('booking_id').primaryKey(),
    driverId: driverId(),
    sentAt: at('sent_at'),
  },
  (table) => [index('receipts_driver').on(table.driverId)],
);
