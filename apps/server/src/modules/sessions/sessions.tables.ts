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
import type { SessionState } from './session-state.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const FIRST_TRANSACTION_ID = 1000;
/** OCPP transaction ids: int32, one sequence for all charge points; small numbers are left out because charge points use 0 and -1 for "none". */
export const transactionIds = pgSequence('ocpp_transaction_ids', {
  startWith: FIRST_TRANSACTION_ID,
  maxValue: 2_147_483_647,
});

/**
 * A session from the moment a driver asks for it, or a charge point begins it on a token or card. Its states are in session-state.ts. What
 * only a session has that a driver bought is null in the others.
 */
export const sessions = pgTable(
  'charging_sessions',
  {
    /** The session's public reference, such as `B-7KQ2MX9W4T`; its invoices have numbers of their own. */
    bookingId: text('booking_id').primaryKey(),
    driverId: bigint('driver_id', { mode: 'number' }).references(() => drivers.id),
    /** The token that it was started with: one of the operator's own, or a card of the driver; null for one that was asked for in the app. */
    token: text('token').references(() => chargingTokens.idTag),
    stationId: text('station_id')
      .notNull()
      .references(() => stations.id),
    chargePointId: text('charger_id')
      .notNull()
      .references(() => chargePoints.id),
    connector: integer('connector').notNull(),
    vehicleId: bigint('vehicle_id', { mode: 'number' }).references(() => driverVehicles.id, { onDelete: 'set null' }),
    /** One-time, bound to this session; null for one that began with a card. */
    idTag: text('id_tag'),
    /** The driver's card that the charge point was asked to start with, since it keeps the connector for that; null where it was the one-time tag. */
    startTag: text('start_tag'),
    state: text('state').$type<SessionState>().notNull(),
    /** The tariff it was sold at. */
    pricePaisePerKwh: integer('price_paise_per_kwh'),
    gstBasisPoints: integer('gst_basis_points'),
    /** The business that the driver charged for when it was asked for; null for a driver who charged privately. */
    payerGstin: text('payer_gstin'),
    payerName: text('payer_name'),
    payerAddress: text('payer_address'),
    /** What the driver bought; the column has kept its first name. */
    boughtWh: integer('limit_wh'),
    holdPaise: bigint('hold_paise', { mode: 'number' }),
    /** Percent of the battery that the driver charges to; null where only units were bought. */
    targetSoc: integer('target_soc'),
    createdAt: at('created_at').notNull(),

    transactionId: integer('transaction_id').unique(),
    /** The charge point's time of StartTransaction. */
    startedAt: at('started_at'),
    meterStartWh: bigint('meter_start_wh', { mode: 'number' }),

    energyWh: integer('energy_wh').notNull().default(0),
    powerW: integer('power_w'),
    socStart: doublePrecision('soc_start'),
    /** The latest that the car told; the column has kept its first name. */
    lastSoc: doublePrecision('soc_now'),
    /** Time of the latest sample. */
    sampledAt: at('sampled_at'),
    /** Where counting stands, for a server that is restarted (`metering/counting-checkpoint.ts`); null where it begins with all samples. */
    counted: text('counted'),
    /** When energy last grew, for the no-progress watchdog. */
    progressAt: at('progress_at'),
    /** The connector's last OCPP status during the session. */
    connectorStatus: text('connector_status'),

    /** Since when the charge point's link is down; null while it stands. */
    linkLostAt: at('link_lost_at'),
    /** For how long it was down before, since the session was asked for. */
    linkDownMs: integer('link_down_ms').notNull().default(0),

    stopRequestedAt: at('stop_requested_at'),
    /** Who asked: driver, units_used_up, target_reached, hold_used_up, no_progress, late_start */
    stopCause: text('stop_cause'),
    /** The charge point's time of StopTransaction; where we close it without its word, that of the last sample. */
    endedAt: at('ended_at'),
    /** OCPP reason of the stop, or why the start failed. */
    endReason: text('end_reason'),
    /** True while we have closed it without the charge point's word; false again once its StopTransaction has come and corrected it. */
    isProvisional: boolean('provisional').notNull().default(false),
    /** When the connector was free again after the session; null while the car may still be plugged in. */
    unpluggedAt: at('unplugged_at'),

    /** Rated power of the connector when it was booked; null for sessions from before it was kept. */
    ratedW: integer('rated_w'),
    /** When the charge point first said during the session that it has booted: its register may have begun anew. */
    restartedAt: at('restarted_at'),
    /** Mean power over its best ten minutes; null for sessions that were shorter or from before it was kept. */
    bestPowerW: integer('best_power_w'),
    /** A reading could not be believed as it was. */
    isMeterSuspect: boolean('meter_suspect').notNull().default(false),
    /** What the meter claims beyond the energy that was billed; it waits in disputed_energy for a person. */
    disputedWh: bigint('disputed_wh', { mode: 'number' }).notNull().default(0),
    /** When its samples were purged, of a session on the operator's token; a driver's are kept. */
    samplesPurgedAt: at('samples_purged_at'),
  },
  (table) => [
    index('charging_sessions_driver')
      .on(table.driverId, table.createdAt)
      .where(sql`${table.driverId} is not null`),
    uniqueIndex('charging_sessions_id_tag')
      .on(table.idTag)
      .where(sql`${table.idTag} is not null`),
    // What a charge point has done of late.
    index('charging_sessions_of_charger').on(table.chargePointId, table.createdAt),
    // A vehicle that goes lets go of its sessions.
    index('charging_sessions_vehicle')
      .on(table.vehicleId)
      .where(sql`${table.vehicleId} is not null`),
    index('charging_sessions_open')
      .on(table.state)
      .where(sql`${table.endedAt} is null`),
    index('charging_sessions_provisional')
      .on(table.endedAt)
      .where(sql`${table.isProvisional}`),
    // The cards of an account that goes.
    index('charging_sessions_card')
      .on(table.token)
      .where(sql`${table.token} is not null and ${table.driverId} is not null`),
    uniqueIndex('charging_sessions_one_a_connector')
      .on(table.chargePointId, table.connector)
      .where(sql`${table.endedAt} is null`),
    index('charging_sessions_plugged')
      .on(table.chargePointId, table.connector)
      .where(sql`${table.state} = 'completed' and ${table.unpluggedAt} is null`),
    // A start on a token that is told again finds what the first has brought.
    uniqueIndex('charging_sessions_one_a_token_start')
      .on(table.chargePointId, table.connector, table.token, table.meterStartWh, table.startedAt)
      .where(sql`${table.token} is not null`),
    index('charging_sessions_samples_to_purge')
      .on(table.endedAt)
      .where(sql`${table.driverId} is null and ${table.samplesPurgedAt} is null`),
    check(
      'driver_or_token',
      sql`case when ${table.driverId} is null
        then num_nulls(${table.token}, ${table.transactionId}) = 0 and num_nonnulls(${table.idTag}, ${table.pricePaisePerKwh}, ${table.gstBasisPoints}, ${table.boughtWh}, ${table.holdPaise}, ${table.vehicleId}, ${table.targetSoc}, ${table.payerGstin}, ${table.payerName}, ${table.payerAddress}) = 0
        else num_nulls(${table.pricePaisePerKwh}, ${table.gstBasisPoints}, ${table.boughtWh}, ${table.holdPaise}) = 0 and num_nonnulls(${table.idTag}, ${table.transactionId}) > 0 end`,
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
 * What the meter said, one row a sampled time. Keys make a retransmission harmless. In parts of a month (`db/partitions.ts`); what
 * is stamped before or after all of them is in the DEFAULT one.
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
    /** What an earlier release kept of the frame, which is in the message log now. */
    raw: text('raw'),
  },
  (table) => [
    primaryKey({ columns: [table.transactionId, table.sampledAt, table.context] }),
    // When a month goes, finds the few samples that came late without reading all.
    index('meter_samples_received').using('brin', table.receivedAt),
  ],
);

/** Energy that a meter claims and that nobody was billed for; it waits for a person. */
export const disputedEnergy = pgTable(
  'disputed_energy',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** Null for a transaction that belongs to no session. */
    bookingId: text('booking_id').references(() => sessions.bookingId),
    chargePointId: text('charger_id').notNull(),
    connector: integer('connector').notNull(),
    transactionId: integer('transaction_id'),
    /** beyond_bound, suspect_meter, refused_start, late_start */
    cause: text('cause').notNull(),
    energyWh: bigint('energy_wh', { mode: 'number' }).notNull(),
    beganAt: at('began_at').notNull(),
    endedAt: at('ended_at'),
    notedAt: at('noted_at').notNull(),
    resolvedAt: at('resolved_at'),
    /** What the person who resolved it wrote. */
    note: text('note'),
  },
  (table) => [
    uniqueIndex('disputed_energy_one_a_cause').on(table.transactionId, table.cause),
    check('dispute_cause', sql`${table.cause} in ('beyond_bound', 'suspect_meter', 'refused_start', 'late_start')`),
  ],
);

/** Transactions that charge points opened and that we did not accept: what they deliver all the same is disputed energy. */
export const refusedTransactions = pgTable(
  'refused_transactions',
  {
    /** The id that the charge point was given. */
    transactionId: integer('transaction_id').primaryKey(),
    chargePointId: text('charger_id').notNull(),
    connector: integer('connector').notNull(),
    idTag: text('id_tag').notNull(),
    /** What the charge point was answered; null for those from before it was kept. */
    status: text('status').$type<StartStatus>(),
    /** The start that came too late for this session; null where there is none. */
    bookingId: text('booking_id').references(() => sessions.bookingId),
    meterStartWh: bigint('meter_start_wh', { mode: 'number' }).notNull(),
    /** The charge point's time of StartTransaction. */
    startedAt: at('started_at').notNull(),
    refusedAt: at('refused_at').notNull(),
    /** When it last showed that it goes on; null while it has not. */
    seenAt: at('seen_at'),
    /** The charge point's time of StopTransaction; null while it has not said that it stopped. */
    stoppedAt: at('stopped_at'),
  },
  (table) => [
    index('refused_transactions_tag').on(table.chargePointId, table.idTag),
    index('refused_transactions_open')
      .on(table.chargePointId, table.connector)
      .where(sql`${table.stoppedAt} is null`),
  ],
);

/** Reports of charge points that match no session: kept for the operator, never guessed at. */
export const quarantinedReports = pgTable(
  'quarantined_reports',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    chargePointId: text('charger_id').notNull(),
    kind: text('kind').notNull(),
    problem: text('problem').notNull(),
    report: text('report').notNull(),
    receivedAt: at('received_at').notNull(),
    /** How many came after it that there was no room for. */
    notKept: integer('not_kept').notNull().default(0),
  },
  (table) => [index('quarantined_reports_charger').on(table.chargePointId, table.kind)],
);

/** How long a charge point takes from our asking for a stop until no more energy flows, learned from its stops. */
export const stopLeads = pgTable('charging_stop_leads', {
  chargePointId: text('charger_id')
    .primaryKey()
    .references(() => chargePoints.id, { onDelete: 'cascade' }),
  leadMs: integer('lead_ms').notNull(),
  /** How many stops it was learned from. */
  stops: integer('stops').notNull(),
  updatedAt: at('updated_at').notNull(),
});
