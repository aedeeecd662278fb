import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

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
    /** From then on it may not charge; null for one that never runs out. */
    expiresAt: at('expires_at'),
    /** The group that it is of, in capitals: another card of it may end its charge. Null for one that stands alone. */
    parentIdTag: text('parent_id_tag'),
    /** Whether it may charge at several connectors at once, as several cars' card. */
    isShared: boolean('shared').notNull().default(true),
  },
  (table) => [
    check('id_tag_in_capitals', sql`${table.idTag} = upper(${table.idTag}) and length(${table.idTag}) <= 20`),
  ],
);
