import type { Delivered } from './metering/energy.ts';
import { newLiveMeter, restartCount, type LiveMeter } from './metering/live-meter.ts';
import { newLiveReports, type LiveReports } from './metering/live-reports.ts';
import type { RecentReadings } from './metering/recent-readings.ts';
import { connectorKey } from './session-connector.ts';
import type { BoughtSession, Session } from './sessions.store.ts';
import type { LiveStart } from './starting/live-start.ts';
import { cancelPlan, type LivePlan } from './stopping/live-plan.ts';
import type { LiveReadings } from './stopping/live-readings.ts';
import type { LiveStop } from './stopping/live-stop.ts';
import { newLiveActivity, type LiveActivity } from './supervision/live-activity.ts';

/**
 * What the server keeps in memory of an open session. All of it can be rebuilt from the database. Each part is changed
 * only by the functions of the file that declares it, and the row and its rated power only here.
 */
export interface LiveSession {
  readonly session: Session;
  /** Rated power of the connector in W. It bounds what a reading may claim. */
  readonly ratedW: number;
  readonly start: Readonly<LiveStart>;
  readonly meter: Readonly<LiveMeter>;
  readonly reports: Readonly<LiveReports>;
  readonly activity: Readonly<LiveActivity>;
  readonly readings: Readonly<LiveReadings>;
  readonly plan: Readonly<LivePlan>;
  readonly stop: Readonly<LiveStop>;
}

export type BoughtLiveSession = LiveSession & { readonly session: BoughtSession };

type OwnSession = Omit<LiveSession, 'session' | 'ratedW'> & { session: Session; ratedW: number };

/** The open sessions in memory, found by booking id, transaction, or connector. */
export class LiveSessions {
  readonly #byBookingId = new Map<string, OwnSession>();
  readonly #byTransaction = new Map<number, OwnSession>();
  readonly #byConnector = new Map<string, OwnSession>();
  readonly #byChargePoint = new Map<string, Set<OwnSession>>();

  /** `countedSoFar`: what is already counted, for a session that was running before. */
  add(
    session: Session,
    ratedW: number,
    now: Date,
    countedSoFar?: { delivered: Delivered; recentReadings: RecentReadings },
  ): LiveSession {
    const live: OwnSession = {
      session,
      ratedW,
      start: {},
      meter: newLiveMeter(session, now, countedSoFar?.delivered),
      reports: newLiveReports(),
      activity: newLiveActivity(session, now),
      readings: { recent: countedSoFar?.recentReadings, pausedMs: 0 },
      plan: {},
      stop: {},
    };
    this.#byBookingId.set(session.bookingId, live);
    const sessions = this.#byChargePoint.get(session.chargePointId) ?? new Set();
    this.#byChargePoint.set(session.chargePointId, sessions.add(live));
    this.#byConnector.set(connectorKey(session), live);
    if (session.transactionId !== null) this.#byTransaction.set(session.transactionId, live);
    return live;
  }

  /** Replaces the row. If its transaction has begun, counting starts from its register. */
  refresh(session: Session): LiveSession | undefined {
    const live = this.#byBookingId.get(session.bookingId);
    if (!live) return undefined;
    if (session.transactionId !== null && live.session.transactionId === null) {
      this.#byTransaction.set(session.transactionId, live);
      restartCount(live.meter, session, live.activity.sampleReceivedAt);
    }
    if (session.connector !== live.session.connector) this.#moveConnector(live, session);
    live.session = session;
    return live;
  }

  /** The charge point has started the session on another connector than it was asked for. */
  #moveConnector(live: OwnSession, session: Session): void {
    const before = connectorKey(live.session);
    if (this.#byConnector.get(before) === live) this.#byConnector.delete(before);
    this.#byConnector.set(connectorKey(session), live);
    live.ratedW = session.ratedW ?? live.ratedW;
  }

  remove(bookingId: string, why: 'over' | 'elsewhere' = 'over'): void {
    const live = this.#byBookingId.get(bookingId);
    if (!live) return;
    cancelPlan(live.plan);
    // If another node owns the session now, that node asks for itself.
    live.stop.resolveVerdict?.(why === 'over' ? 'over' : 'unknown');
    const { chargePointId, transactionId } = live.session;
    this.#byBookingId.delete(bookingId);
    // The next session may have begun on this connector.
    const key = connectorKey(live.session);
    if (this.#byConnector.get(key) === live) this.#byConnector.delete(key);
    if (transactionId !== null) this.#byTransaction.delete(transactionId);
    const sessions = this.#byChargePoint.get(chargePointId);
    sessions?.delete(live);
    if (sessions?.size === 0) this.#byChargePoint.delete(chargePointId);
  }

  ofBookingId(bookingId: string): LiveSession | undefined {
    return this.#byBookingId.get(bookingId);
  }

  ofTransaction(transactionId: number): LiveSession | undefined {
    return this.#byTransaction.get(transactionId);
  }

  ofConnector(chargePointId: string, connector: number): LiveSession | undefined {
    return this.#byConnector.get(connectorKey({ chargePointId, connector }));
  }

  /** Finds a session by the transaction that the charge point names, else by its connector. */
  ofReport(report: {
    chargePointId: string;
    connector: number;
    transactionId?: number | undefined;
  }): LiveSession | undefined {
    const live = report.transactionId
      ? this.#byTransaction.get(report.transactionId)
      : this.ofConnector(report.chargePointId, report.connector);
    return live?.session.chargePointId === report.chargePointId && live.session.transactionId !== null
      ? live
      : undefined;
  }

  ofChargePoint(chargePointId: string): LiveSession[] {
    return [...(this.#byChargePoint.get(chargePointId) ?? [])];
  }

  all(): LiveSession[] {
    return [...this.#byBookingId.values()];
  }
}
