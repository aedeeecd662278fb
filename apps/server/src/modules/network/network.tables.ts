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
 * Counts changes of the network that no charge point reports: imports, registrations, prices. Every server reads it to
 * learn that its list is outdated.
 */
export const networkRevision = pgSequence('network_revision');

const at = (name: string) => timestamp(name, { withTimezone: true });

/** `'24x7'`, or opening hours by weekday in India time. Null if unknown. */
export type OpenHours = '24x7' | { days: string[]; open: string; close: string }[];

/**
 * OCPP's registration status. A `pending` charge point is being prepared by the operator and cannot be started
 * remotely. A `rejected` one is sent nothing, and tries again later.
 */
export type Admission = 'accepted' | 'pending' | 'rejected';

/** OCPP security profiles. 0: no authentication, 1: password, 2: password over TLS, 3: client certificate over TLS. */
export const SECURITY_PROFILES = [0, 1, 2, 3] as const;
export type SecurityProfile = (typeof SECURITY_PROFILES)[number];

/** The source of an imported row, for its attribution. */
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
    /** As its source spells it, or empty: rows of Open Charge Map need not name a State of India. */
    state: text('state').notNull(),
    pincode: text('pincode').notNull().default(''),
    country: text('country').notNull().default('India'),
    latitude: doublePrecision('latitude').notNull(),
    longitude: doublePrecision('longitude').notNull(),
    /** public or captive */
    access: text('access').notNull(),
    network: text('network').notNull().default(''),
    /** The phone number of the station's operator. Null if unknown. */
    phone: text('phone'),
    openHours: jsonb('open_hours').$type<OpenHours>(),
    amenities: text('amenities')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** True if amenities were guessed from the name. They are shown as "likely". */
    hasInferredAmenities: boolean('amenities_inferred').notNull().default(false),
    hasAutocharge: boolean('autocharge').notNull().default(false),
    /** False for stations that their source calls closed. */
    isInUse: boolean('operational').notNull().default(true),
    isDemo: boolean('demo').notNull().default(false),
    /** Average of its reviews. Null without reviews. The column is called rating. */
    averageRating: doublePrecision('rating'),
    source: jsonb('source').$type<StationSource>(),
    /** Hash of the imported row. An unchanged row is not written again. */
    importHash: text('import_hash').notNull(),
    importedAt: at('imported_at').notNull(),
  },
  (table) => [index('stations_place').on(table.latitude, table.longitude)],
);

/**
 * The price of a station for a current, or for a band of the day (India time), which overrides the plain price. All
 * rows with the same station, current and `validFrom` are one tariff. A newer tariff replaces it as a whole.
 */
export const tariffBands = pgTable(
  'tariff_bands',
  {
    stationId: text('station_id')
      .notNull()
      .references(() => stations.id, { onDelete: 'cascade' }),
    /** AC or DC */
    current: text('current').notNull(),
    /**
     * Minutes after midnight. 0 to 1440 is the plain price. A band whose end is not after its start ends on the next
     * day.
     */
    fromMinute: integer('from_minute').notNull().default(0),
    toMinute: integer('to_minute').notNull().default(1440),
    /** In paise for each kWh, before GST. */
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
    /** The OCPP charge box identity. On the wire it is also `charger_serial_number`. */
    id: text('id').primaryKey(),
    stationId: text('station_id')
      .notNull()
      .references(() => stations.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    vendor: text('vendor').notNull().default(''),
    model: text('model').notNull().default(''),
    /** AC or DC */
    current: text('current').notNull(),
    /** In W. 0 if unknown. */
    ratedW: integer('capacity_w').notNull(),
    /** SHA-256 of the Basic-auth secret. Without one the charge point cannot connect. */
    passwordHash: text('password_hash'),
    /** Hash of a secret that was sent to the charge point. Both are valid until it uses or refuses the new one. */
    pendingPasswordHash: text('pending_password_hash'),
    /**
     * True if another secret was set by hand while this one was pending. The pending one ends when the charge point
     * uses the other.
     */
    isPendingOvertaken: boolean('pending_overtaken').notNull().default(false),
    /** Hash of the previous secret, which is refused and can be restored. */
    previousPasswordHash: text('previous_password_hash'),
    /** When it last used the previous secret although it had accepted the new one. Null once it uses the new one. */
    keptOldSecretAt: at('kept_old_secret_at'),
    /** The answer to its BootNotification. */
    admission: text('admission').$type<Admission>().notNull().default('accepted'),
    /** The lowest security profile with which it may connect. */
    securityProfile: integer('security_profile').$type<SecurityProfile>().notNull().default(1),
    /** A security profile that it was sent and has not used yet. Its first connection with it makes it the lowest. */
    pendingProfile: integer('pending_profile').$type<SecurityProfile>(),
    /** When it accepted the pending profile. */
    pendingProfileTakenAt: at('pending_profile_taken_at'),
    /** True if it was restarted because it had not used the profile that it accepted. */
    isPendingProfileRestarted: boolean('pending_profile_restarted').notNull().default(false),
    /** The security profile of its last connection. */
    seenProfile: integer('seen_profile').$type<SecurityProfile>().notNull().default(1),
    /** When it was retired. It is in no list and may not connect. Its sessions stay. */
    retiredAt: at('retired_at'),
    /** True if its local list is kept equal to ours. */
    keepsLocalList: boolean('keeps_local_list').notNull().default(false),
    /** True if the demo's simulator runs it. */
    isInFleet: boolean('fleet').notNull().default(false),
    firmware: text('firmware'),
    /** Serial number that the device reports. */
    serialNumber: text('serial_number'),
    /** Serial number that staff have read on the device. A manufacturer's certificate may name it. */
    confirmedSerialNumber: text('confirmed_serial_number'),
    /** OCPP 1.6 status of the charge point itself (connector 0): Available, Unavailable, Faulted. */
    status: text('status').notNull().default('Available'),
    errorCode: text('error_code').notNull().default('NoError'),
    /** When the charge point was last heard from. */
    heardAt: at('seen_at'),
    /** When it was first heard from. For older charge points, since this was stored. */
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

/** The configuration of a charge point as last read. */
export const chargePointConfiguration = pgTable(
  'charger_configuration',
  {
    chargePointId: text('charger_id')
      .notNull()
      .references(() => chargePoints.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** Null if the charge point has no value or does not tell it, or if it is a secret. */
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
    /** In W. 0 if unknown. */
    ratedW: integer('max_w').notNull(),
    /** OCPP 1.6 ChargePointStatus as last reported. */
    status: text('status').notNull().default('Unavailable'),
    errorCode: text('error_code').notNull().default('NoError'),
    statusAt: at('status_at'),
    /**
     * Since when drivers are not offered the connector because starts fail there, although it reports no fault
     * (`modules/faults`).
     */
    withheldSince: at('withheld_since'),
  },
  (table) => [
    primaryKey({ columns: [table.chargePointId, table.number] }),
    index('connectors_withheld')
      .on(table.chargePointId)
      .where(sql`${table.withheldSince} is not null`),
  ],
);
