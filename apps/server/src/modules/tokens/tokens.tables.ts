import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { drivers } from '#modules/accounts/accounts.tables.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/**
 * RFID tags: the operator's own, which pay nothing, and cards of drivers. Drivers' sign-ins have the table `tokens`.
 */
export const chargingTokens = pgTable(
  'charging_tokens',
  {
    /** In upper case, because OCPP compares tags without case. */
    idTag: text('id_tag').primaryKey(),
    /** The driver whose card it is, paid from the wallet. Null for the operator's own tokens. */
    driverId: bigint('driver_id', { mode: 'number' }).references(() => drivers.id),
    /** Name given by the operator or the driver. */
    label: text('label').notNull(),
    createdAt: at('created_at').notNull(),
    /** Null while it may charge. */
    blockedAt: at('blocked_at'),
    /** True if its driver has blocked it, and may unblock it. The operator has not. */
    isBlockedByDriver: boolean('blocked_by_driver').notNull().default(false),
    /** When its driver removed it. Anyone who has the card may add it. Sessions still refer to it. */
    removedAt: at('removed_at'),
    /** When it expires. Null if it never does. */
    expiresAt: at('expires_at'),
    /** Its group, in capitals: another tag of the group may end its charge. Null if it has none. */
    parentIdTag: text('parent_id_tag'),
    /** True if it may charge at several connectors at once, such as a tag for several cars. */
    isShared: boolean('shared').notNull().default(true),
  },
  (table) => [
    index('charging_tokens_driver')
      .on(table.driverId)
      .where(sql`${table.driverId} is not null`),
    check('removed_by_driver', sql`${table.removedAt} is null or ${table.driverId} is not null`),
    check('id_tag_in_capitals', sql`${table.idTag} = upper(${table.idTag}) and length(${table.idTag}) <= 20`),
  ],
);
