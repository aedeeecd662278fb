import type { MeterReport } from './charge-points.ts';
import { startDelivery, type Delivered } from './metering/energy.ts';
import type { CourseReadings } from './metering/meter-course.ts';
import type { BoughtSession, Session } from './sessions.store.ts';

/** What the server keeps in memory of a session that is not over; all of it can be read back from the database. */
export interface LiveSession {
  session: Session;
  delivered: Delivered;
  /** Rated power of the connector: bounds what a reading may claim. */
  ratedW: number;
  powerW: number | undefined;
  soc: number | undefined;
  /** Percent at the first sample that told it. */
  socAtFirst: number | undefined;
  /** The step of its trace that it began in, where traces are taken down; another node that takes it over does not know it. */
  trace?: string | undefined;
  /** When the charge point was last asked to start, and accepted it. */
  startSentAt?: Date;
  /** The charge point has restarted since. */
  isStartForgotten?: boolean;
  /** Its driver was told that it is nearly done. */
  isNearlyDoneTold?: boolean;
  /** That its meter cannot be believed stands in the log. */
  isSuspectLogged?: boolean;
  /** Samples came that are not counted. */
  isBehind?: boolean;
  /** When it was last counted anew. */
  countedAtMs?: number;
  /** Its own connector has told a register, not only the main meter of the charge point. */
  isMeteredItself?: boolean;
  /** The last report whose samples there was no room for. */
  notKept?: MeterReport | undefined;
  /** When the latest sample came in. */
  receivedAt: Date;
  /** When energy last grew. */
  progressAt: Date;
  /** For how long the link was down since energy last grew. */
  linkDownMs: number;
  /** When the charge point booted last. */
  bootedAt?: Date;
  /** When the charge point's link came back, if it was down. */
  linkBackAt?: Date | undefined;
  /** Since when the connector looks as if the session were over. */
  endHintAt?: Date | undefined;
  /** How often the charge point was asked to stop, when for the first time, and what it has answered last. */
  stopAsked?: { times: number; atMs: number; answer?: 'accepted' | 'rejected' };
  /** Waits for the charge point's word on whether the session goes on. */
  giveVerdict?: ((word: 'goes-on' | 'over' | 'unknown') => void) | undefined;
  /** Its latest readings, once its transaction has begun: they tell where it is going. */
  course?: CourseReadings | undefined;
  /** How long the connector has paused since the latest reading, and since when it pauses now. */
  pause: { ms: number; sinceMs?: number | undefined };
  /** How many readings had come when the charge point was last asked for one. */
  sampleAskedAtCount?: number | undefined;
  /** When the stop is to be asked for, or looked at again. */
  stopPlan?: { atMs: number; cancel: () => void } | undefined;
  /** It was just planned; samples since then are planned by in a moment. */
  planRest?: { hasNewSample: boolean } | undefined;
}

export type BoughtLiveSession = LiveSession & { session: BoughtSession };

/** The sessions that are not over, by their several names. */
export class LiveSessions {
  readonly #byBooking = new Map<string, LiveSession>();
  readonly #byTransaction = new Map<number, LiveSession>();
  readonly #byConnector = new Map<string, LiveSession>();
  readonly #byChargePoint = new Map<string, Set<LiveSession>>();

  /** `sofar`: what the meter has counted already, for a session that was running before. */
  add(
    session: Session,
    ratedW: number,
    now: Date,
    sofar?: Required<Pick<LiveSession, 'delivered' | 'course'>>,
  ): LiveSession {
    const live: LiveSession = {
      session,
      ratedW,
      delivered: startDelivery(session.meterStartWh ?? 0, session.startedAt ?? now),
      ...sofar,
      powerW: session.powerW ?? undefined,
      soc: session.lastSoc ?? undefined,
      socAtFirst: session.socStart ?? undefined,
      receivedAt: now,
      pause: { ms: 0 },
      progressAt: session.progressAt ?? now,
      linkDownMs: 0,
    };
    this.#byBooking.set(session.bookingId, live);
    const sessions = this.#byChargePoint.get(session.chargePointId) ?? new Set();
    this.#byChargePoint.set(session.chargePointId, sessions.add(live));
    this.#byConnector.set(connectorKey(session.chargePointId, session.connector), live);
    if (session.transactionId !== null) this.#byTransaction.set(session.transactionId, live);
    return live;
  }

  /** Takes over the row as it is now; a transaction that has begun makes the meter count from its start. */
  renew(session: Session): LiveSession | undefined {
    const live = this.#byBooking.get(session.bookingId);
    if (!live) return undefined;
    if (session.transactionId !== null && live.session.transactionId === null) {
      this.#byTransaction.set(session.transactionId, live);
      live.delivered = startDelivery(session.meterStartWh ?? 0, session.startedAt ?? live.receivedAt);
    }
    live.session = session;
    return live;
  }

  remove(bookingId: string, why: 'over' | 'elsewhere' = 'over'): void {
    const live = this.#byBooking.get(bookingId);
    if (!live) return;
    live.stopPlan?.cancel();
    // Where another node looks after it, that one finds out.
    live.giveVerdict?.(why === 'over' ? 'over' : 'unknown');
    const { chargePointId, connector, transactionId } = live.session;
    this.#byBooking.delete(bookingId);
    // The next may have begun there.
    const key = connectorKey(chargePointId, connector);
    if (this.#byConnector.get(key) === live) this.#byConnector.delete(key);
    if (transactionId !== null) this.#byTransaction.delete(transactionId);
    const sessions = this.#byChargePoint.get(chargePointId);
    sessions?.delete(live);
    if (sessions?.size === 0) this.#byChargePoint.delete(chargePointId);
  }

  ofBooking(bookingId: string): LiveSession | undefined {
    return this.#byBooking.get(bookingId);
  }

  ofTransaction(transactionId: number): LiveSession | undefined {
    return this.#byTransaction.get(transactionId);
  }

  ofConnector(chargePointId: string, connector: number): LiveSession | undefined {
    return this.#byConnector.get(connectorKey(chargePointId, connector));
  }

  /** By transaction where the charge point names one, else by what runs on the connector. */
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
    return [...this.#byBooking.values()];
  }
}

function connectorKey(chargePointId: string, connector: number): string {
  return `${chargePointId} ${connector}`;
}
