import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

/**
 * Counts changes of the network that no charge point reports: imports, registrations, prices. Every server reads it to learn that
 * its list is old, whoever made the change.
 */
export const networkRevision = pgSequence('network_revision');

const at = (name: string) => timestamp(name, { withTimezone: true });

/** `'24x7'`, or hours by weekday in India time; null when nobody has told them. */
export type OpenHours = '24x7' | { days: string[]; open: string; close: string }[];

/**
 * `pending` is prepared by the operator first, and starts nothing from afar meanwhile; of one that is `rejected` nothing is asked, and it
 * tries again later.
 */
export type Admission = 'accepted' | 'pending' | 'rejected';

/** OCPP's: 0 proves nothing, 1 a password, 2 that over TLS, 3 a certificate of its own. */
export const SECURITY_PROFILES = [0, 1, 2, 3] as const;
export type SecurityProfile = (typeof SECURITY_PROFILES)[number];

/** Where a row was imported from, for its attribution. */
export interface StationSource {
  provider: string;
  id: string;
  url?: string | undefined;
  licence?: string | undefined;
}

export const stations = pgTable(
  'stations',
  {
    /** The public id: a slug, or provider-id for imported rows. */
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    address: text('address').notNull(),
    locality: text('locality').notNull().default(''),
    city: text('city').notNull(),
    state: text('state').notNull(),
    pincode: text('pincode').notNull().default(''),
    country: text('country').notNull().default('India'),
    latitude: doublePrecision('latitude').notNull(),
    longitude: doublePrecision('longitude').notNull(),
    /** public or captive */
    access: text('access').notNull(),
    network: text('network').notNull().default(''),
    /** By which drivers reach whoever runs it; null when nobody has told. */
    phone: text('phone'),
    openHours: jsonb('open_hours').$type<OpenHours>(),
    amenities: text('amenities')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** True when amenities were guessed from the name: shown as "likely". */
    hasInferredAmenities: boolean('amenities_inferred').notNull().default(false),
    hasAutocharge: boolean('autocharge').notNull().default(false),
    /** In use; false for places that their source calls closed. */
    isInUse: boolean('operational').notNull().default(true),
    isDemo: boolean('demo').notNull().default(false),
    /** Of its reviews; null without any. The column says rating. */
    averageRating: doublePrecision('rating'),
    source: jsonb('source').$type<StationSource>(),
    /** Hash of the imported row: an unchanged row is not written again. */
    importHash: text('import_hash').notNull(),
    importedAt: at('imported_at').notNull(),
  },
  (table) => [index('stations_place').on(table.latitude, table.longitude)],
);

/**
 * A station's price by current, optionally only inside a band of the day (India time); a band wins over the plain price.
 * The rows of one station, current and `validFrom` are one tariff: a newer one replaces all of it.
 */
export const tariffBands = pgTable(
  'tariff_bands',
  {
    stationId: text('station_id')
      .notNull()
      .references(() => stations.id, { onDelete: 'cascade' }),
    /** AC or DC */
    current: text('current').notNull(),
    /** Minutes after midnight; 0 to 1440 for the plain price. A band whose end is not after its start goes past midnight. */
    fromMinute: integer('from_minute').notNull().default(0),
    toMinute: integer('to_minute').notNull().default(1440),
    /** Before GST. */
    pricePaisePerKwh: integer('price_paise_per_kwh').notNull(),
    validFrom: at('valid_from').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.stationId, table.current, table.validFrom, table.fromMinute, table.toMinute] }),
  ],
);

export const chargePoints = pgTable(
  'chargers',
  {
    /** The OCPP charge box identity; the wire has it also as `charger_serial_number`. */
    id: text('id').primaryKey(),
    stationId: text('station_id')
      .notNull()
      .references(() => stations.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    vendor: text('vendor').notNull().default(''),
    model: text('model').notNull().default(''),
    /** AC or DC */
    current: text('current').notNull(),
    /** 0 when nobody has told. */
    ratedW: integer('capacity_w').notNull(),
    /** SHA-256 of the Basic-auth secret; without one the charge point cannot dial in. */
    passwordHash: text('password_hash'),
    /** Of a secret that it was sent and has not been seen with: both are right until it is, or refuses it. */
    pendingPasswordHash: text('pending_password_hash'),
    /** Another was set by hand since the pending one was sent, which is over once the charge point comes with that. */
    isPendingOvertaken: boolean('pending_overtaken').notNull().default(false),
    /** Of the secret before: refused, and known again. */
    previousPasswordHash: text('previous_password_hash'),
    /** When it last came with the secret before, though it had taken the new one; null once it comes with that. */
    keptOldSecretAt: at('kept_old_secret_at'),
    /** How a boot of it is answered. */
    admission: text('admission').$type<Admission>().notNull().default('accepted'),
    /** The least that it may come with. */
    securityProfile: integer('security_profile').$type<SecurityProfile>().notNull().default(1),
    /** What it was sent and has not come with: the first link with that makes it the least. */
    pendingProfile: integer('pending_profile').$type<SecurityProfile>(),
    /** When it said that it takes it. */
    pendingProfileTakenAt: at('pending_profile_taken_at'),
    /** It was restarted, because it had not come with what it took. */
    isPendingProfileRestarted: boolean('pending_profile_restarted').notNull().default(false),
    /** What it last came with. */
    seenProfile: integer('seen_profile').$type<SecurityProfile>().notNull().default(1),
    /** Since when it is in no list and may not dial in; its sessions are kept. */
    retiredAt: at('retired_at'),
    /** The operator has us keep its list of tags in step with ours. */
    keepsLocalList: boolean('keeps_local_list').notNull().default(false),
    /** Brought online by the simulator in demo mode. */
    isInFleet: boolean('fleet').notNull().default(false),
    firmware: text('firmware'),
    /** The device's own, by its own word. */
    serialNumber: text('serial_number'),
    /** By the word of staff, who have read it there: a maker's certificate may name it. */
    confirmedSerialNumber: text('confirmed_serial_number'),
    /** OCPP 1.6 status of the charge point itself (connector 0): Available, Unavailable, Faulted. */
    status: text('status').notNull().default('Available'),
    errorCode: text('error_code').notNull().default('NoError'),
    /** The last time the charge point was heard. */
    heardAt: at('seen_at'),
    /** The first time; of those from before it was kept, the first time after. */
    firstHeardAt: at('first_seen_at'),
  },
  (table) => [
    index('chargers_station').on(table.stationId),
    index('chargers_raised')
      .on(table.pendingProfileTakenAt)
      .where(sql`${table.pendingProfileTakenAt} is not null and not ${table.isPendingProfileRestarted}`),
    index('chargers_retired')
      .on(table.retiredAt)
      .where(sql`${table.retiredAt} is not null`),
    check('security_profile', sql`${table.securityProfile} between 0 and 3`),
  ],
);

/** A charge point's OCPP configuration as it was last read. */
export const chargePointConfiguration = pgTable(
  'charger_configuration',
  {
    chargePointId: text('charger_id')
      .notNull()
      .references(() => chargePoints.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** Null where the charge point has none, keeps it to itself, or it is a secret. */
    value: text('value'),
    isReadonly: boolean('readonly').notNull(),
    readAt: at('read_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chargePointId, table.key] })],
);

export const connectors = pgTable(
  'connectors',
  {
    chargePointId: text('charger_id')
      .notNull()
      .references(() => chargePoints.id, { onDelete: 'cascade' }),
    /** OCPP connectorId, from 1. */
    number: integer('number').notNull(),
    type: text('type').notNull(),
    current: text('current').notNull(),
    /** 0 when nobody has told. */
    ratedW: integer('max_w').notNull(),
    /** OCPP 1.6 ChargePointStatus as last reported. */
    status: text('status').notNull().default('Unavailable'),
    errorCode: text('error_code').notNull().default('NoError'),
    statusAt: at('status_at'),
    /** Since when it is offered to nobody although it says nothing of a fault: starts fail there (`modules/faults`). */
    withheldSince: at('withheld_since'),
  },
  (table) => [
    primaryKey({ columns: [table.chargePointId, table.number] }),
    index('connectors_withheld')
      .on(table.chargePointId)
      .where(sql`${table.withheldSince} is not null`),
  ],
);
