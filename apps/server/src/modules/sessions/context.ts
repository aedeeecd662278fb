import { eventName } from '@bijli/contract/realtime';
import type { Database, Tx } from '#db/database.ts';
import type { Events } from '#events/events.ts';
import type { Clock } from '#kernel/clock.ts';
import { sampledLog, type SampledLog } from '#kernel/log-sampler.ts';
import type { Log } from '#kernel/log.ts';
import type { AvailabilityOfNetwork } from '#modules/availability/index.ts';
import { supplierFor, type Supplier } from '#modules/invoices/index.ts';
import type { Network } from '#modules/network/index.ts';
import type { Wallet } from '#modules/wallet/index.ts';
import { sessionTurned, type ChargeTurn } from './charge-news.ts';
import type { ChargePoints } from './charge-points.ts';
import * as store from './sessions.store.ts';
import { LiveCharges } from './live-charges.ts';
import { statusNotificationOf, transactionStopOf } from './live-events.ts';
import type { ChargingRules, ChargingVehicles, DriverScreens } from './ports.ts';
import { keepForOperator, type QuarantinedReport } from './quarantine.ts';

export interface ChargingOptions {
  database: Database;
  clock: Clock;
  log: Log;
  wallet: Wallet;
  network: Pick<Network, 'connectionTimeOutMs' | 'describe'>;
  availability: Pick<AvailabilityOfNetwork, 'connectorForStart'>;
  vehicles: ChargingVehicles;
  points: ChargePoints;
  /** The driver's open screens. */
  screens: DriverScreens;
  events: Events;
  rules: ChargingRules;
}

type Decision = store.SessionChange | undefined;

/** What starting, metering, stopping and watching share. */
export interface ChargingContext extends ChargingOptions {
  live: LiveCharges;
  /** The log for what chargers can cause as often as they like, or a database that is away. */
  say: SampledLog;
  /**
   * Applies a change to a charge's row under its lock and tells the driver's screens. `undefined` from `decide` changes
   * nothing and tells nothing.
   */
  move(
    bookingId: string,
    decide: (session: store.Session, tx: Tx) => Decision | Promise<Decision>,
  ): Promise<store.Session | undefined>;
  /** Tells the driver's screens where a charge stands. */
  tellStatus(session: store.Session): void;
  /** A charge that is over leaves memory, and the driver's screens hear of it. */
  tellOver(session: store.Session): void;
  /** Rated power of a charge's connector: as it was booked, else as the network has it now; 0 where nobody knows it. */
  ratedWOf(session: store.Session, tx: Tx): Promise<number>;
  /** Who supplies a session: whoever is registered in the station's State. */
  supplierOf(session: store.Session, tx: Tx): Promise<Supplier>;
  /** Tells of a turn of a charge in the caller's transaction. */
  tellTurn(tx: Tx, session: store.Session, turn: ChargeTurn): Promise<void>;
  /** Keeps a report that fits no charge, for the operator. */
  putAside(tx: Tx, kind: string, problem: string, report: QuarantinedReport): Promise<void>;
}

export function createContext(options: ChargingOptions): ChargingContext {
  const { database, clock, log, screens, events, network } = options;
  const live = new LiveCharges();
  const say = sampledLog(log, clock);

  function tellStatus(session: store.Session): void {
    const name = eventName.status(session.chargerId, session.connector);
    screens.send(session.driverId, name, (words) => statusNotificationOf(session, clock.now(), words));
  }

  function tellOver(session: store.Session): void {
    live.remove(session.bookingId);
    if (session.state !== 'completed') return tellStatus(session);
    const stop = transactionStopOf(session);
    screens.send(session.driverId, eventName.stop(session.bookingId), () => stop);
  }

  return {
    ...options,
    live,
    say,
    tellStatus,
    tellOver,

    async ratedWOf(session, tx) {
      return session.ratedW ?? (await network.describe([session], tx))[0]?.maxW ?? 0;
    },

    async supplierOf(session, tx) {
      const [place] = await network.describe([session], tx);
      return supplierFor(tx, place?.state ?? '');
    },

    async tellTurn(tx, session, turn) {
      const { driverId, bookingId, stationId } = session;
      const [place] = await network.describe([session], tx);
      const stationName = place?.stationName ?? '';
      await events.publish(tx, sessionTurned, { ...turn, driverId, bookingId, stationId, stationName });
    },

    async move(bookingId, decide) {
      const { session, isMoved } = await database.transaction(async (tx) => {
        const found = await store.lock(tx, bookingId);
        const to = found && (await decide(found, tx));
        return to
          ? { session: await store.change(tx, bookingId, to), isMoved: true }
          : { session: found, isMoved: false };
      });
      // Over already, by a commit that was not heard of.
      const isMissed = session?.endedAt && live.ofBooking(bookingId);
      if (!session) return undefined;
      // Also what was not moved now: an earlier move may have been kept without being heard of.
      if (!session.endedAt) live.renew(session);
      if (!isMoved && !isMissed) return undefined;
      if (session.endedAt) tellOver(session);
      else tellStatus(session);
      return session;
    },

    putAside: (tx, kind, problem, report) => keepForOperator(tx, say, kind, problem, report),
  };
}
