import { socketEvent } from '@bijli/contract/realtime';
import type { Bus } from '#cluster/bus.ts';
import { SINGLE_NODE, type Owners } from '#cluster/owners.ts';
import type { Database, Tx } from '#db/database.ts';
import type { Events } from '#events/events.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Log } from '#kernel/log.ts';
import { createSampledLog, type SampledLog } from '#kernel/sampled-log.ts';
import type { Accounts } from '#modules/accounts/index.ts';
import type { Availability } from '#modules/availability/index.ts';
import type { ConnectorDescription, Network } from '#modules/network/index.ts';
import type { Wallet } from '#modules/wallet/index.ts';
import type { ChargePoints, StopReport } from './charge-points.ts';
import type { ChargingVehicles } from './charging-vehicles.ts';
import type { DriverSockets } from './driver-sockets.ts';
import { LiveSessions } from './live-sessions.ts';
import { quarantineEarlyStop, quarantineReport, type QuarantinedReport } from './rejected/quarantine.ts';
import { connectorOf } from './session-connector.ts';
import { sessionEvent, type SessionEvent } from './session-events.ts';
import type { SessionRules } from './session-rules.ts';
import * as store from './sessions.store.ts';
import { chargeBegunOf, statusNotificationOf, transactionStopOf } from './socket-events.ts';

export interface SessionsOptions {
  database: Database;
  clock: Clock;
  log: Log;
  wallet: Wallet;
  accounts: Pick<Accounts, 'findBusinessOfDriver'>;
  network: Pick<Network, 'findChargePoint' | 'readConnectionTimeOutMs' | 'describeConnectors'>;
  availability: Pick<Availability, 'findConnectorForStart'>;
  vehicles: ChargingVehicles;
  chargePoints: ChargePoints;
  /** Sends to the driver's open screens. */
  driverSockets: DriverSockets;
  events: Events;
  rules: SessionRules;
  /** How many days meter samples are kept. */
  sampleDays: number;
  /** The other nodes that share the database. */
  cluster?: { owners: Owners; bus: Bus } | undefined;
}

type Decision = store.SessionChange | undefined;

/** The context that starting, metering, stopping and supervision share. */
export interface SessionContext extends SessionsOptions {
  liveSessions: LiveSessions;
  /** Which node owns which charge point. */
  owners: Owners;
  /** Limits log lines that charge points, or an unavailable database, could cause without end. */
  logSampled: SampledLog;
  /**
   * Changes a session's row under its lock and updates the driver's screens. If `decide` returns undefined, nothing
   * changes.
   */
  changeLocked(
    bookingId: string,
    decide: (session: store.Session, tx: Tx) => Decision | Promise<Decision>,
  ): Promise<store.Session | undefined>;
  /** Updates memory from a session's row, which another node may have changed. Closes the session if it has ended. */
  refreshLive(bookingId: string): Promise<void>;
  /** Sends a session's status to the driver's screens. Does nothing for a session on the operator's token. */
  publishStatus(session: store.Session): void;
  /** Tells the driver's screens of a session that they may not know, because a card has started it. */
  publishStarted(session: store.Session): void;
  /** Tells the driver's screens, which listen to the requested connector, that the session has begun on another. */
  publishMoved(session: store.Session): void;
  /** Removes an ended session from memory and tells the driver's screens. */
  closeLive(session: store.Session): void;
  /** The connector of a session, and the station that it stands at. */
  connectorOf(session: store.Session, tx: Tx): Promise<ConnectorDescription>;
  /** Publishes an event of a session in the caller's transaction. */
  publishEvent(tx: Tx, session: store.Session, event: SessionEvent): Promise<void>;
  /** Stores a report that fits no session, for the operator. */
  quarantine(tx: Tx, kind: string, problem: string, report: QuarantinedReport): Promise<void>;
  /** Stores a stop that fits no session, but whose start may come later. */
  quarantineEarlyStop(tx: Tx, stop: StopReport): Promise<void>;
}

/**
 * Rated power of the session's connector in W: as it was when the session was created, else as the network has it now.
 * 0 if unknown.
 */
export function ratedWOf(session: store.Session, connector: ConnectorDescription): number {
  return session.ratedW ?? connector.ratedW ?? 0;
}

export function createContext(options: SessionsOptions): SessionContext {
  const { database, clock, log, driverSockets, events, network } = options;
  const liveSessions = new LiveSessions();
  const logSampled = createSampledLog(log, clock);

  function publishStatus(session: store.Session): void {
    if (!store.isBought(session)) return;
    const name = socketEvent.status(session.chargePointId, session.connector);
    driverSockets.send(session.driverId, name, (messages) => statusNotificationOf(session, clock.now(), messages));
  }

  function sendBegun(session: store.Session): void {
    if (store.isBought(session)) driverSockets.send(session.driverId, socketEvent.begun, () => chargeBegunOf(session));
  }

  function closeLive(session: store.Session): void {
    liveSessions.remove(session.bookingId);
    if (!store.isBought(session)) return;
    if (session.state !== 'completed') return publishStatus(session);
    const stop = transactionStopOf(session);
    driverSockets.send(session.driverId, socketEvent.stop(session.bookingId), () => stop);
  }

  const changeLocked: SessionContext['changeLocked'] = async (bookingId, decide) => {
    const { session, isChanged } = await database.transaction(async (tx) => {
      const before = await store.lockSession(tx, bookingId);
      const to = before && (await decide(before, tx));
      return to
        ? { session: await store.changeSession(tx, bookingId, to), isChanged: true }
        : { session: before, isChanged: false };
    });
    // The session has ended already, in a commit whose answer was lost.
    const isMissed = session?.endedAt && liveSessions.ofBookingId(bookingId);
    if (!session) return undefined;
    // Memory is updated even if nothing changed now, because an earlier change may have been committed without an
    // answer.
    if (!session.endedAt) liveSessions.refresh(session);
    if (!isChanged && !isMissed) return undefined;
    if (session.endedAt) closeLive(session);
    else publishStatus(session);
    return session;
  };

  return {
    ...options,
    owners: options.cluster?.owners ?? SINGLE_NODE,
    liveSessions,
    logSampled,
    publishStatus,
    closeLive,
    publishMoved: sendBegun,

    publishStarted(session) {
      if (store.isStartedByTag(session)) sendBegun(session);
    },

    connectorOf: (session, tx) => connectorOf(network, session, tx),

    async publishEvent(tx, session, event) {
      if (!store.isBought(session)) return;
      const { driverId, bookingId, stationId } = session;
      const { stationName } = await connectorOf(network, session, tx);
      await events.publish(tx, sessionEvent, { ...event, driverId, bookingId, stationId, stationName });
    },

    changeLocked,
    refreshLive: async (bookingId) => void (await changeLocked(bookingId, () => undefined)),

    quarantine: (tx, ...report) => quarantineReport(tx, logSampled, ...report),
    quarantineEarlyStop: (tx, stop) => quarantineEarlyStop(tx, logSampled, stop),
  };
}
