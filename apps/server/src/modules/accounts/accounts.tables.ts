import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { PersonalDataFormat } from '@bijli/contract/accounts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const drivers = pgTable(
  'drivers',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /**
     * Ten digits without +91. Null once the account is deleted. Rows that tax law requires refer to this row, so it
     * stays.
     */
    mobile: text('mobile').unique(),
    name: text('name').notNull().default(''),
    email: text('email').notNull().default(''),
    /** GSTIN of the driver's business. Empty for a driver who charges privately, as are the other two. */
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
 * The last code sent to a number. A new one replaces it, so only one is valid. Everyone who did not request the code
 * shares its attempts.
 */
export const oneTimeCodes = pgTable('one_time_codes', {
  mobile: text('mobile').primaryKey(),
  codeHash: text('code_hash').notNull(),
  salt: text('salt').notNull(),
  attemptsLeft: integer('tries_left').notNull(),
  sentAt: at('sent_at').notNull(),
  expiresAt: at('expires_at').notNull(),
});

/** Recent requests for codes, which the limits count. */
export const codeRequests = pgTable(
  'code_requests',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    mobile: text('mobile').notNull(),
    address: text('address').notNull(),
    /** The IPv6 site of the address. Null for IPv4. */
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

/** Who requested a code recently, by device or address, with attempts that nobody else can use up. */
export const codeRequesters = pgTable(
  'code_triers',
  {
    mobile: text('mobile').notNull(),
    requester: text('trier').notNull(),
    attemptsLeft: integer('tries_left').notNull(),
    at: at('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.mobile, table.requester] }), index('code_triers_at').on(table.at)],
);

/** Devices that have signed in with a number, by the hash of their cookie, or of the address if there was none. */
export const knownDevices = pgTable(
  'known_devices',
  {
    mobile: text('mobile').notNull(),
    deviceHash: text('device_hash').notNull(),
    usedAt: at('used_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.mobile, table.deviceHash] }), index('known_devices_used').on(table.usedAt)],
);

/** Sign-ins by the hash of their token. The table keeps its first name, tokens. */
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

/** Who exported their data and when, for the daily limit. */
export const personalDataExports = pgTable(
  'personal_data_exports',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    driverId: bigint('driver_id', { mode: 'number' })
      .notNull()
      .references(() => drivers.id),
    format: text('format').$type<PersonalDataFormat>().notNull(),
    at: at('at').notNull(),
  },
  (table) => [index('personal_data_exports_driver').on(table.driverId, table.at)],
);
