import { sql } from 'drizzle-orm';
import { check, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** RFID tags of the operator's own. Drivers' sign-ins have the table `tokens`. */
export const chargingTokens = pgTable(
  'charging_tokens',
  {
    /** In capitals, since OCPP compares tags without case. */
    idTag: text('id_tag').primaryKey(),
    /** Who has it or what it is for, in the operator's words. */
    label: text('label').notNull(),
    createdAt: at('created_at').notNull(),
    /** Null while it may charge. */
    blockedAt: at('blocked_at'),
  },
  (table) => [
    check('id_tag_in_capitals', sql`${table.idTag} = upper(${table.idTag}) and length(${table.idTag}) <= 20`),
  ],
);
