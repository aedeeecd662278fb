import type { MeterReport } from './charge-points.ts';
import type { Session } from './sessions.store.ts';
import { delivering, type Delivered } from './energy.ts';
import type { CourseReadings } from './meter-course.ts';

/** What the server keeps in memory of a charge that is not over; all of it can be read back from the database. */
export interface LiveCharge {
  session: Session;
  delivered: Delivered;
  /** Rated power of the connector: bounds what a reading may claim. */
  ratedW: number;
  powerW: number | undefined;
  soc: number | undefined;
  /** Percent at the first sample that told it. */
  socAtFirst: number | undefined;
  /** When the charger was last asked to start, and accepted it. */
  startSentAt?: Date;
  /** The charger has restarted since. */
  isStartForgotten?: boolean;
  /** Its driver was told that it is nearly done. */
  isNearlyDoneTold?: boolean;
  /** That its meter cannot be believed stands in the log. */
  isSuspectLogged?: boolean;
  /** Samples came that are not counted, when it was last counted anew, and the last of those that there was no room for. */
  isBehind?: boolean;
  countedAt?: number;
  notKept?: MeterReport | undefined;
  /** When the latest sample came in, and when energy last grew. */
  receivedAt: Date;
  progressAt: Date;
  /** For how long the link was down since energy last grew. */
  unheardMs: number;
  /** When the charger booted last. */
  bootedAt?: Date;
  /** When the charger's link came back, if it was down. */
  linkBackAt?: Date | undefined;
  /** Since when the connector looks as if the charge were over. */
  endHintAt?: Date | undefined;
  /** How often the charger was asked to stop, when for the first time, and what it has answered last. */
  stopAsked?: { times: number; at: number; answer?: 'accepted' | 'rejected' };
  /** Waits for the charger's word on whether the charge goes on. */
  heard?: ((word: 'goes-on' | 'over') => void) | undefined;
  /** Its latest readings, once its transaction has begun: they tell where it is going. */
  course?: CourseReadings;
  /** How long the connector has paused since the latest reading, and since when it pauses now. */
  pause: { ms: number; since?: number | undefined };
  /** How many readings had come when the charger was last asked for one. */
  sampleAsked?: number | undefined;
  /** When the stop is to be asked for, or looked at again. */
  stopPlan?: { at: number; cancel: () => void } | undefined;
}

/** The charges that are not over, by their several names. */
export class LiveCharges {
  readonly #byBooking = new Map<string, LiveCharge>();
  readonly #byTransaction = new Map<number, LiveCharge>();
  readonly #byConnector = new Map<string, LiveCharge>();

  /** `sofar`: what the meter has counted already, for a charge that was running before. */
  add(
    session: Session,
    ratedW: number,
    now: Date,
    sofar?: Required<Pick<LiveCharge, 'delivered' | 'course'>>,
  ): LiveCharge {
    const charge: LiveCharge = {
      session,
      ratedW,
      delivered: delivering(session.meterStartWh ?? 0, session.startedAt ?? now),
      ...sofar,
      powerW: session.powerW ?? undefined,
      soc: session.socNow ?? undefined,
      socAtFirst: session.socStart ?? undefined,
      receivedAt: now,
      pause: { ms: 0 },
      progressAt: session.progressAt ?? now,
      unheardMs: 0,
    };
    this.#byBooking.set(session.bookingId, charge);
    this.#byConnector.set(connectorKey(session.chargerId, session.connector), charge);
    if (session.transactionId !== null) this.#byTransaction.set(session.transactionId, charge);
    return charge;
  }

  /** Takes over the row as it is now; a transaction that has begun makes the meter count from its start. */
  renew(session: Session): LiveCharge | undefined {
    const charge = this.#byBooking.get(session.bookingId);
    if (!charge) return undefined;
    if (session.transactionId !== null && charge.session.transactionId === null) {
      this.#byTransaction.set(session.transactionId, charge);
      charge.delivered = delivering(session.meterStartWh ?? 0, session.startedAt ?? charge.receivedAt);
    }
    charge.session = session;
    return charge;
  }

  remove(bookingId: string): void {
    const charge = this.#byBooking.get(bookingId);
    if (!charge) return;
    charge.stopPlan?.cancel();
    charge.heard?.('over');
    const { chargerId, connector, transactionId } = charge.session;
    this.#byBooking.delete(bookingId);
    this.#byConnector.delete(connectorKey(chargerId, connector));
    if (transactionId !== null) this.#byTransaction.delete(transactionId);
  }

  ofBooking(bookingId: string): LiveCharge | undefined {
    return this.#byBooking.get(bookingId);
  }

  ofTransaction(transactionId: number): LiveCharge | undefined {
    return this.#byTransaction.get(transactionId);
  }

  ofConnector(chargerId: string, connector: number): LiveCharge | undefined {
    return this.#byConnector.get(connectorKey(chargerId, connector));
  }

  /** By transaction where the charger names one, else by what runs on the connector. */
  ofReport(report: {
    chargerId: string;
    connector: number;
    transactionId?: number | undefined;
  }): LiveCharge | undefined {
    const charge = report.transactionId
      ? this.#byTransaction.get(report.transactionId)
      : this.ofConnector(report.chargerId, report.connector);
    return charge?.session.chargerId === report.chargerId && charge.session.transactionId !== null ? charge : undefined;
  }

  ofCharger(chargerId: string): LiveCharge[] {
    return this.all().filter(({ session }) => session.chargerId === chargerId);
  }

  all(): LiveCharge[] {
    return [...this.#byBooking.values()];
  }
}

function connectorKey(chargerId: string, connector: number): string {
  return `${chargerId} ${connector}`;
}
