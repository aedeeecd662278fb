import { socketEvent } from '@bijli/contract/realtime';
import type { Bus } from '#cluster/bus.ts';
import { SINGLE_NODE, type Owners } from '#cluster/owners.ts';
import type { Database, Tx } from '#db/database.ts';
import type { Events } from '#events/events.ts';
import type { Clock } from '#kernel/clock.ts';
import { createSampledLog, type SampledLog } from '#kernel/log-sampler.ts';
import type { Log } from '#kernel/log.ts';
import type { Accounts } from '#modules/accounts/index.ts';
import type { Availability } from '#modules/availability/index.ts';
import type { ConnectorDescription, Network } from '#modules/network/index.ts';
import type { Wallet } from '#modules/wallet/index.ts';
import type { ChargePoints } from './charge-points.ts';
import type { ChargingVehicles } from './charging-vehicles.ts';
import type { DriverScreens } from './driver-screens.ts';
import { LiveSessions } from './live-sessions.ts';
import { connectorOf } from './session-connector.ts';
import { sessionEvent, type SessionEvent } from './session-events.ts';
import type { SessionRules } from './session-rules.ts';
import * as store from './sessions.store.ts';
import { chargeBegunOf, statusNotificationOf, transactionStopOf } from './socket-events.ts';
import { quarantineReport, type QuarantinedReport } from './unwanted/quarantine.ts';

export interface SessionsOptions {
  database: Database;
  clock: Clock;
  log: Log;
  wallet: Wallet;
  accounts: Pick<Accounts, 'businessOf'>;
  network: Pick<Network, 'chargePoint' | 'connectionTimeOutMs' | 'describeConnectors'>;
  availability: Pick<Availability, 'connectorForStart'>;
  vehicles: ChargingVehicles;
  chargePoints: ChargePoints;
  /** The driver's open screens. */
  driverScreens: DriverScreens;
  events: Events;
  rules: SessionRules;
  /** How many days samples are kept. */
  sampleDays: number;
  /** The nodes that share the database with this one. */
  cluster?: { owners: Owners; bus: Bus } | undefined;
}

type Decision = store.SessionChange | undefined;

/** What starting, metering, stopping and watching share. */
export interface SessionContext extends SessionsOptions {
  liveSessions: LiveSessions;
  /** Whose charge points are. */
  owners: Owners;
  /** The log for what charge points can cause as often as they like, or a database that is away. */
  logSampled: SampledLog;
  /**
   * Applies a change to a session's row under its lock and tells the driver's screens. `undefined` from `decide` changes
   * nothing and tells nothing.
   */
  move(
    bookingId: string,
    decide: (session: store.Session, tx: Tx) => Decision | Promise<Decision>,
  ): Promise<store.Session | undefined>;
  /** Tells the driver's screens where a session stands, as all that follows; of a session on a token nobody is told. */
  publishStatus(session: store.Session): void;
  /** Tells the driver's screens of a charge that a card has begun, which none of them has asked for. */
  publishBegun(session: store.Session): void;
  /** A session that is over leaves memory, and the driver's screens hear of it. */
  publishEnd(session: store.Session): void;
  /** The connector of a session, and the station that it stands at. */
  connectorOf(session: store.Session, tx: Tx): Promise<ConnectorDescription>;
  /** Publishes an event of a session in the caller's transaction. */
  publishEvent(tx: Tx, session: store.Session, event: SessionEvent): Promise<void>;
  /** Keeps a report that fits no session, for the operator. */
  quarantine(tx: Tx, kind: string, problem: string, report: QuarantinedReport): Promise<void>;
}

/** Rated power of a session's connector, W: as it was when the session was created, else as the network has it now; 0 where nobody knows it. */
export function ratedWOf(session: store.Session, connector: ConnectorDescription): number {
  return session.ratedW ?? connector.ratedW ?? 0;
}

export function createContext(options: SessionsOptions): SessionContext {
  const { database, clock, log, driverScreens, events, network } = options;
  const liveSessions = new LiveSessions();
  const logSampled = createSampledLog(log, clock);

  function publishStatus(session: store.Session): void {
    if (!store.isBought(session)) return;
    const name = socketEvent.status(session.chargePointId, session.connector);
    driverScreens.send(session.driverId, name, (messages) => statusNotificationOf(session, clock.now(), messages));
  }

  function publishBegun(session: store.Session): void {
    if (store.isBought(session) && session.token !== null)
      driverScreens.send(session.driverId, socketEvent.begun, () => chargeBegunOf(session));
  }

  function publishEnd(session: store.Session): void {
    liveSessions.remove(session.bookingId);
    if (!store.isBought(session)) return;
    if (session.state !== 'completed') return publishStatus(session);
    const stop = transactionStopOf(session);
    driverScreens.send(session.driverId, socketEvent.stop(session.bookingId), () => stop);
  }

  return {
    ...options,
    owners: options.cluster?.owners ?? SINGLE_NODE,
    liveSessions,
    logSampled,
    publishStatus,
    publishBegun,
    publishEnd,

    connectorOf: (session, tx) => connectorOf(network, session, tx),

    async publishEvent(tx, session, event) {
      if (!store.isBought(session)) return;
      const { driverId, bookingId, stationId } = session;
      const { stationName } = await connectorOf(network, session, tx);
      await events.publish(tx, sessionEvent, { ...event, driverId, bookingId, stationId, stationName });
    },

    async move(bookingId, decide) {
      const { session, isMoved } = await database.transaction(async (tx) => {
        const before = await store.lockSession(tx, bookingId);
        const to = before && (await decide(before, tx));
        return to
          ? { session: await store.changeSession(tx, bookingId, to), isMoved: true }
          : { session: before, isMoved: false };
      });
      // Over already, by a commit that was not heard of.
      const isMissed = session?.endedAt && liveSessions.ofBooking(bookingId);
      if (!session) return undefined;
      // Also what was not moved now: an earlier move may have been kept without being heard of.
      if (!session.endedAt) liveSessions.renew(session);
      if (!isMoved && !isMissed) return undefined;
      if (session.endedAt) publishEnd(session);
      else publishStatus(session);
      return session;
    },

    quarantine: (tx, kind, problem, report) => quarantineReport(tx, logSampled, kind, problem, report),
  };
}
