import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const drivers = pgTable(
  'drivers',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Ten digits without +91; null once the driver has left. What is kept for tax law hangs on the row, so it stays. */
    mobile: text('mobile').unique(),
    name: text('name').notNull().default(''),
    email: text('email').notNull().default(''),
    /** Of the business that the driver charges for; empty for one who charges privately, and then the other two are. */
    gstin: text('gstin').notNull().default(''),
    businessName: text('business_name').notNull().default(''),
    businessAddress: text('business_address').notNull().default(''),
    createdAt: at('created_at').notNull(),
    deletedAt: at('deleted_at'),
  },
  (table) => [
    check(
      'nameless_once_deleted',
      sql`case when ${table.deletedAt} is null then ${table.mobile} is not null
        else ${table.mobile} is null and ${table.name} = '' and ${table.email} = '' and ${table.gstin} = '' end`,
    ),
    check(
      'business_with_gstin',
      sql`(${table.gstin} = '') = (${table.businessName} = '') and (${table.gstin} = '') = (${table.businessAddress} = '')`,
    ),
  ],
);

/**
 * The last code sent to a number. A new one replaces it, so that only one is ever valid. The tries are those that all who did
 * not ask for a code share.
 */
export const oneTimeCodes = pgTable('one_time_codes', {
  mobile: text('mobile').primaryKey(),
  codeHash: text('code_hash').notNull(),
  salt: text('salt').notNull(),
  triesLeft: integer('tries_left').notNull(),
  sentAt: at('sent_at').notNull(),
  expiresAt: at('expires_at').notNull(),
});

/** Every code asked for of late, which limits count. */
export const codeRequests = pgTable(
  'code_requests',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    mobile: text('mobile').notNull(),
    address: text('address').notNull(),
    /** Of version 6: what the address is one of many networks of. */
    site: text('site'),
    at: at('at').notNull(),
  },
  (table) => [
    index('code_requests_mobile').on(table.mobile, table.at),
    index('code_requests_address').on(table.address, table.at),
    index('code_requests_site').on(table.site, table.at),
    index('code_requests_at').on(table.at),
  ],
);

/** Who asked for a code of late, by device or address, with tries that nobody else can use up. */
export const codeTriers = pgTable(
  'code_triers',
  {
    mobile: text('mobile').notNull(),
    trier: text('trier').notNull(),
    triesLeft: integer('tries_left').notNull(),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.mobile, table.trier] }), index('code_triers_at').on(table.at)],
);

/** Devices that signed in with a number before, by the hash of their cookie, or of the address where there was none. */
export const knownDevices = pgTable(
  'known_devices',
  {
    mobile: text('mobile').notNull(),
    deviceHash: text('device_hash').notNull(),
    usedAt: at('used_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.mobile, table.deviceHash] }), index('known_devices_used').on(table.usedAt)],
);

/** Each by the hash of its token. The table keeps the name of the first release. */
export const signIns = pgTable(
  'tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    driverId: bigint('driver_id', { mode: 'number' })
      .notNull()
      .references(() => drivers.id),
    createdAt: at('created_at').notNull(),
    usedAt: at('used_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [index('tokens_driver').on(table.driverId)],
);
