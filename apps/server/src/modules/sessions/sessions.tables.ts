import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { drivers } from '#modules/accounts/accounts.tables.ts';
import { chargePoints, stations } from '#modules/network/network.tables.ts';
import { chargingTokens } from '#modules/tokens/tokens.tables.ts';
import { driverVehicles } from '#modules/vehicles/vehicles.tables.ts';
import type { StartStatus } from './charge-points.ts';
import type { SessionState, StopCause } from './session-state.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const FIRST_TRANSACTION_ID = 1000;
/**
 * OCPP transaction ids: 32-bit integers from one sequence for all charge points. Small numbers are left out, because
 * charge points use 0 and -1 for "none".
 */
export const transactionIds = pgSequence('ocpp_transaction_ids', {
  startWith: FIRST_TRANSACTION_ID,
  maxValue: 2_147_483_647,
});

/**
 * A session, from when a driver asks for it or a charge point begins it on a token. Its states are in
 * session-state.ts. Columns that only a bought session has are null in others.
 */
export const sessions = pgTable(
  'charging_sessions',
  {
    /** Public reference of the session, such as `B-7KQ2MX9W4T`. Its invoices have their own numbers. */
    bookingId: text('booking_id').primaryKey(),
    driverId: bigint('driver_id', { mode: 'number' }).references(() => drivers.id),
    /**
     * The token that the session was started by: one of the operator, or a driver's card. Null if it was the one-time
     * tag.
     */
    startedByTag: text('token').references(() => chargingTokens.idTag),
    stationId: text('station_id')
      .notNull()
      .references(() => stations.id),
    chargePointId: text('charger_id')
      .notNull()
      .references(() => chargePoints.id),
    connector: integer('connector').notNull(),
    vehicleId: bigint('vehicle_id', { mode: 'number' }).references(() => driverVehicles.id, { onDelete: 'set null' }),
    /** The tag that was created for this session when the driver requested it in the app. Null if nobody did. */
    oneTimeTag: text('id_tag'),
    /**
     * The driver's card that the charge point was asked to start with, because the connector is reserved for that card.
     * Null if it was asked to start with the one-time tag.
     */
    requestedCard: text('start_tag'),
    state: text('state').$type<SessionState>().notNull(),
    /** Price when the session was bought, in paise for each kWh. */
    pricePaisePerKwh: integer('price_paise_per_kwh'),
    gstBasisPoints: integer('gst_basis_points'),
    /** GSTIN of the business that the driver charged for. Null for a private charge. */
    payerGstin: text('payer_gstin'),
    payerName: text('payer_name'),
    payerAddress: text('payer_address'),
    /** The energy that the driver bought, in Wh. The column keeps its first name. */
    boughtWh: integer('limit_wh'),
    holdPaise: bigint('hold_paise', { mode: 'number' }),
    /** Battery percentage at which to stop. Null if only energy was bought. */
    targetSoc: integer('target_soc'),
    createdAt: at('created_at').notNull(),

    transactionId: integer('transaction_id').unique(),
    /** The charge point's time of StartTransaction. */
    startedAt: at('started_at'),
    meterStartWh: bigint('meter_start_wh', { mode: 'number' }),

    energyWh: integer('energy_wh').notNull().default(0),
    powerW: integer('power_w'),
    socStart: doublePrecision('soc_start'),
    /** The latest battery percentage from the car. The column keeps its first name. */
    lastSoc: doublePrecision('soc_now'),
    /** Time of the latest sample. */
    sampledAt: at('sampled_at'),
    /**
     * How far the samples are counted, for a restarted server (`metering/counting-checkpoint.ts`). Null: count all
     * samples.
     */
    counted: text('counted'),
    /** When energy last grew. A session without progress is ended. */
    progressAt: at('progress_at'),
    /** The connector's last OCPP status during the session. */
    connectorStatus: text('connector_status'),

    /** Since when the charge point's link has been down. Null while it is up. */
    linkLostAt: at('link_lost_at'),
    /** How long earlier outages of the link took together, since the session was requested. */
    pastOutagesMs: integer('link_down_ms').notNull().default(0),

    stopRequestedAt: at('stop_requested_at'),
    /** Who requested the stop. Old rows may also have `hold_used_up` and `late_start`. */
    stopCause: text('stop_cause').$type<StopCause>(),
    /** The charge point's time of StopTransaction. If we closed the session without it, the time of the last sample. */
    endedAt: at('ended_at'),
    /** OCPP stop reason, or why the start failed. */
    endReason: text('end_reason'),
    /** True if we closed the session without StopTransaction. False again once StopTransaction has corrected it. */
    isProvisional: boolean('provisional').notNull().default(false),
    /** When the connector was free again after the session. Null while the car may still be plugged in. */
    unpluggedAt: at('unplugged_at'),

    /** Rated power of the connector when the session was requested. Null for sessions from before it was stored. */
    ratedW: integer('rated_w'),
    /** When the charge point first reported a boot during the session, after which its register may count from zero. */
    restartedAt: at('restarted_at'),
    /** Mean power over the best ten minutes. Null for shorter sessions, and for those from before it was stored. */
    bestPowerW: integer('best_power_w'),
    /** True if a reading could not be believed. */
    isMeterSuspect: boolean('meter_suspect').notNull().default(false),
    /** Energy in Wh that the meter claims beyond what was billed. It waits in disputed_energy for a person. */
    disputedWh: bigint('disputed_wh', { mode: 'number' }).notNull().default(0),
    /**
     * When the samples of a session on the operator's token were purged. Samples of bought sessions are kept longer.
     */
    samplesPurgedAt: at('samples_purged_at'),
  },
  (table) => [
    index('charging_sessions_driver')
      .on(table.driverId, table.createdAt)
      .where(sql`${table.driverId} is not null`),
    uniqueIndex('charging_sessions_id_tag')
      .on(table.oneTimeTag)
      .where(sql`${table.oneTimeTag} is not null`),
    // For the recent figures of a charge point.
    index('charging_sessions_of_charger').on(table.chargePointId, table.createdAt),
    // For deleting a vehicle, which clears it from sessions.
    index('charging_sessions_vehicle')
      .on(table.vehicleId)
      .where(sql`${table.vehicleId} is not null`),
    index('charging_sessions_open')
      .on(table.state)
      .where(sql`${table.endedAt} is null`),
    index('charging_sessions_provisional')
      .on(table.endedAt)
      .where(sql`${table.isProvisional}`),
    // For deleting an account, which clears its cards from sessions.
    index('charging_sessions_card')
      .on(table.startedByTag)
      .where(sql`${table.startedByTag} is not null and ${table.driverId} is not null`),
    uniqueIndex('charging_sessions_one_a_connector')
      .on(table.chargePointId, table.connector)
      .where(sql`${table.endedAt} is null`),
    index('charging_sessions_plugged')
      .on(table.chargePointId, table.connector)
      .where(sql`${table.state} = 'completed' and ${table.unpluggedAt} is null`),
    // A repeated start on a token finds the session that the first one opened.
    uniqueIndex('charging_sessions_one_a_token_start')
      .on(table.chargePointId, table.connector, table.startedByTag, table.meterStartWh, table.startedAt)
      .where(sql`${table.startedByTag} is not null`),
    index('charging_sessions_samples_to_purge')
      .on(table.endedAt)
      .where(sql`${table.driverId} is null and ${table.samplesPurgedAt} is null`),
    check(
      'driver_or_token',
      sql`case when ${table.driverId} is null
        then num_nulls(${table.startedByTag}, ${table.transactionId}) = 0 and num_nonnulls(${table.oneTimeTag}, ${table.pricePaisePerKwh}, ${table.gstBasisPoints}, ${table.boughtWh}, ${table.holdPaise}, ${table.vehicleId}, ${table.targetSoc}, ${table.payerGstin}, ${table.payerName}, ${table.payerAddress}) = 0
        else num_nulls(${table.pricePaisePerKwh}, ${table.gstBasisPoints}, ${table.boughtWh}, ${table.holdPaise}) = 0 and num_nonnulls(${table.oneTimeTag}, ${table.transactionId}) > 0 end`,
    ),
    check(
      'session_state',
      sql`${table.state} in ('held', 'sent', 'accepted', 'charging', 'suspended', 'stopping', 'completed', 'failed')`,
    ),
    check('limit_positive', sql`${table.boughtWh} > 0`),
    check('target_is_percent', sql`${table.targetSoc} between 1 and 100`),
  ],
);

/**
 * Meter samples, one row for each sampled time. The key makes a retransmission harmless. Partitioned by month
 * (`db/migrations/partitions.ts`). Samples outside all months are in the DEFAULT partition.
 */
export const meterSamples = pgTable(
  'meter_samples',
  {
    transactionId: integer('transaction_id').notNull(),
    /** The charge point's time of the sample. */
    sampledAt: at('sampled_at').notNull(),
    /** OCPP reading context: Sample.Periodic, Transaction.Begin, … */
    context: text('context').notNull(),
    receivedAt: at('received_at').notNull(),
    registerWh: bigint('register_wh', { mode: 'number' }),
    powerW: integer('power_w'),
    soc: doublePrecision('soc'),
    /** The frame's text, stored by earlier releases. Frames are now in the message log. */
    raw: text('raw'),
  },
  (table) => [
    primaryKey({ columns: [table.transactionId, table.sampledAt, table.context] }),
    // Finds the few samples that came late when a month is dropped, without reading all.
    index('meter_samples_received').using('brin', table.receivedAt),
  ],
);

/**
 * Why energy was not billed: more than was bought, an unbelievable meter, or a start that was rejected or came too
 * late.
 */
export type DisputeCause = 'beyond_bound' | 'suspect_meter' | 'refused_start' | 'late_start';

/** Energy that a meter claims and that nobody was billed for. It waits for a person. */
export const disputedEnergy = pgTable(
  'disputed_energy',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** Null for a transaction without a session. */
    bookingId: text('booking_id').references(() => sessions.bookingId),
    chargePointId: text('charger_id').notNull(),
    connector: integer('connector').notNull(),
    transactionId: integer('transaction_id'),
    cause: text('cause').$type<DisputeCause>().notNull(),
    energyWh: bigint('energy_wh', { mode: 'number' }).notNull(),
    beganAt: at('began_at').notNull(),
    endedAt: at('ended_at'),
    notedAt: at('noted_at').notNull(),
    resolvedAt: at('resolved_at'),
    /** The note of the person who resolved it. */
    note: text('note'),
  },
  (table) => [
    uniqueIndex('disputed_energy_one_a_cause').on(table.transactionId, table.cause),
    check('dispute_cause', sql`${table.cause} in ('beyond_bound', 'suspect_meter', 'refused_start', 'late_start')`),
  ],
);

/**
 * Transactions that charge points opened and that we did not accept. Energy that they deliver all the same is disputed
 * energy.
 */
export const rejectedTransactions = pgTable(
  'refused_transactions',
  {
    /** The id that the charge point was given. */
    transactionId: integer('transaction_id').primaryKey(),
    chargePointId: text('charger_id').notNull(),
    connector: integer('connector').notNull(),
    idTag: text('id_tag').notNull(),
    /** The status that the charge point was answered with. Null for transactions from before it was stored. */
    status: text('status').$type<StartStatus>(),
    /** The session for which this start came too late. Null if there is none. */
    bookingId: text('booking_id').references(() => sessions.bookingId),
    meterStartWh: bigint('meter_start_wh', { mode: 'number' }).notNull(),
    /** The charge point's time of StartTransaction. */
    startedAt: at('started_at').notNull(),
    rejectedAt: at('refused_at').notNull(),
    /** When the charge point last showed that the transaction goes on. Null if it never has. */
    lastActiveAt: at('seen_at'),
    /** The charge point's time of StopTransaction. Null until it is reported. */
    stoppedAt: at('stopped_at'),
  },
  (table) => [
    index('refused_transactions_tag').on(table.chargePointId, table.idTag),
    index('refused_transactions_open')
      .on(table.chargePointId, table.connector)
      .where(sql`${table.stoppedAt} is null`),
  ],
);

/**
 * Reports of charge points that match no session, stored for the operator. Nothing is concluded from them, except from
 * a stop that came before its start.
 */
export const quarantinedReports = pgTable(
  'quarantined_reports',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    chargePointId: text('charger_id').notNull(),
    kind: text('kind').notNull(),
    problem: text('problem').notNull(),
    /** For people to read. A long report is shortened. */
    report: text('report').notNull(),
    /** The whole report of a stop that ends its session if the start comes later (`early-stops.ts`). */
    earlyStop: text('early_stop'),
    receivedAt: at('received_at').notNull(),
    /** Number of later reports for which there was no room. */
    notKept: integer('not_kept').notNull().default(0),
  },
  (table) => [index('quarantined_reports_charger').on(table.chargePointId, table.kind)],
);

/** How long each charge point takes from a stop request until no more energy flows, learned from its stops. */
export const stopLeads = pgTable('charging_stop_leads', {
  chargePointId: text('charger_id')
    .primaryKey()
    .references(() => chargePoints.id, { onDelete: 'cascade' }),
  leadMs: integer('lead_ms').notNull(),
  /** Number of stops it was learned from. */
  stops: integer('stops').notNull(),
  updatedAt: at('updated_at').notNull(),
});
