import type { MeterReport } from './charge-points.ts';
import { startDelivery, type Delivered } from './metering/energy.ts';
import type { RecentReadings } from './metering/recent-readings.ts';
import { connectorKey } from './session-connector.ts';
import type { BoughtSession, Session } from './sessions.store.ts';

/** What the server keeps in memory of an open session. All of it can be rebuilt from the database. */
export interface LiveSession {
  session: Session;
  delivered: Delivered;
  /** Rated power of the connector in W. It bounds what a reading may claim. */
  ratedW: number;
  powerW: number | undefined;
  soc: number | undefined;
  /** Battery percentage at the first sample that reported it. */
  socAtFirst: number | undefined;
  /**
   * The trace that the session's start belongs to, if tracing is on. Another node that takes the session over does not
   * know it.
   */
  trace?: string | undefined;
  /** When the transaction began by the charge point's clock, if that is far behind. */
  claimedStartAt?: Date | undefined;
  /** When the charge point last accepted RemoteStartTransaction. */
  startSentAt?: Date;
  /** True if the charge point has restarted since then. */
  isStartForgotten?: boolean;
  /** True if the driver was told that the charge is nearly done. */
  isNearlyDonePublished?: boolean;
  /** True if the log says already that the meter is suspect. */
  isSuspectLogged?: boolean;
  /** True if samples were stored that are not counted yet. */
  hasUncountedSamples?: boolean;
  /** When the session was last counted again from its samples. */
  countedAtMs?: number;
  /** True if the session's own connector has reported a register, not only the charge point's main meter. */
  hasReportedRegister?: boolean;
  /** The last report whose samples exceeded the sample budget. */
  lastDroppedReport?: MeterReport | undefined;
  /** When the latest sample was received. */
  sampleReceivedAt: Date;
  /** When energy last grew. */
  progressAt: Date;
  /** How long the link has been down since energy last grew. */
  outageMsSinceProgress: number;
  /** When the charge point last booted. */
  bootedAt?: Date;
  /** When the charge point's link came back, if it was down. */
  linkBackAt?: Date | undefined;
  /** Since when the connector's state suggests that the session is over. */
  endHintAt?: Date | undefined;
  /** How often the charge point was asked to stop, when first, and its last answer. */
  stopRequests?: { count: number; firstAtMs: number; lastAnswer?: 'accepted' | 'rejected' };
  /** Resolves the wait for the charge point to say whether the session goes on. */
  resolveVerdict?: ((verdict: 'goes-on' | 'over' | 'unknown') => void) | undefined;
  /** The latest readings since the transaction began, from which its power is predicted. */
  recentReadings?: RecentReadings | undefined;
  /** How long the connector has paused since the latest reading, and since when it pauses now. */
  pause: { ms: number; sinceMs?: number | undefined };
  /** The number of readings when the charge point was last asked for one. */
  readingsAtSampleRequest?: number | undefined;
  /** The timer of the latest plan: asks for the stop or a sample if it is due then, or plans again. */
  planTimer?: { atMs: number; cancel: () => void } | undefined;
  /** Set just after planning. Samples until it ends are planned for together. */
  planningPause?: { hasNewSample: boolean } | undefined;
}

export type BoughtLiveSession = LiveSession & { session: BoughtSession };

/** The open sessions in memory, found by booking id, transaction, or connector. */
export class LiveSessions {
  readonly #byBookingId = new Map<string, LiveSession>();
  readonly #byTransaction = new Map<number, LiveSession>();
  readonly #byConnector = new Map<string, LiveSession>();
  readonly #byChargePoint = new Map<string, Set<LiveSession>>();

  /** `countedSoFar`: what is already counted, for a session that was running before. */
  add(
    session: Session,
    ratedW: number,
    now: Date,
    countedSoFar?: Required<Pick<LiveSession, 'delivered' | 'recentReadings'>>,
  ): LiveSession {
    const live: LiveSession = {
      session,
      ratedW,
      delivered: startDelivery(session.meterStartWh ?? 0, session.startedAt ?? now),
      ...countedSoFar,
      powerW: session.powerW ?? undefined,
      soc: session.lastSoc ?? undefined,
      socAtFirst: session.socStart ?? undefined,
      sampleReceivedAt: now,
      pause: { ms: 0 },
      progressAt: session.progressAt ?? now,
      outageMsSinceProgress: 0,
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
      live.delivered = startDelivery(session.meterStartWh ?? 0, session.startedAt ?? live.sampleReceivedAt);
    }
    if (session.connector !== live.session.connector) this.#moveConnector(live, session);
    live.session = session;
    return live;
  }

  /** The charge point has started the session on another connector than it was asked for. */
  #moveConnector(live: LiveSession, session: Session): void {
    const before = connectorKey(live.session);
    if (this.#byConnector.get(before) === live) this.#byConnector.delete(before);
    this.#byConnector.set(connectorKey(session), live);
    live.ratedW = session.ratedW ?? live.ratedW;
  }

  remove(bookingId: string, why: 'over' | 'elsewhere' = 'over'): void {
    const live = this.#byBookingId.get(bookingId);
    if (!live) return;
    live.planTimer?.cancel();
    // If another node owns the session now, that node asks for itself.
    live.resolveVerdict?.(why === 'over' ? 'over' : 'unknown');
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
