import { event } from '#events/events.ts';
import { sessionPriceOf } from './session-price.ts';
import { isRequestedInApp, type BoughtSession, type Session } from './sessions.store.ts';

/** An event of a session that its driver is notified of. */
export type SessionEvent =
  | { kind: 'started'; cardName?: string | undefined }
  /** The session was taken for failed but has begun after all. Its hold is renewed. */
  | { kind: 'revived'; holdPaise: number }
  /**
   * Published at 80 % of the battery or of its way to the target, or at 80 % of what was bought if the car does not
   * report its battery.
   */
  | { kind: 'nearly-done'; energyWh: number; soc: number | undefined }
  /** The session never began, and its hold is released. */
  | { kind: 'failed'; reason: string; backPaise: number }
  /** `isProvisional`: closed after the last reading, without StopTransaction. */
  | { kind: 'ended'; energyWh: number; paise: number; isEarly: boolean; reason: string; isProvisional: boolean }
  /** A late StopTransaction has changed the bill to `paise`. `backPaise` went back to the wallet. */
  | { kind: 'corrected'; energyWh: number; paise: number; backPaise: number };

export type PublishedSessionEvent = SessionEvent & {
  driverId: number;
  bookingId: string;
  stationId: string;
  stationName: string;
};

/** Published in the transaction that causes the event, or right after it. */
export const sessionEvent = event<PublishedSessionEvent>('sessions.event');

/** A driver's card was rejected at a charge point, which does not show the reason. */
export interface CardRejected {
  driverId: number;
  cardName: string;
  /** The balance is too low, or another session of the driver is running. */
  reason: 'balance_too_low' | 'charge_running';
  idTag: string;
  stationId: string;
  stationName: string;
  at: Date;
}

export const cardRejected = event<CardRejected>('sessions.card_rejected');

const NEARLY_FULL_SHARE = 0.8;
/** A stop just before the limit leaves a little of what was bought. */
const AS_GOOD_AS_ALL_SHARE = 0.98;
const FULL_PERCENT = 99;

/** True if a running session is nearly done. `soc` and `socAtFirst` are percentages, if the car reports them. */
export function isNearlyDone(
  { boughtWh, targetSoc }: Pick<BoughtSession, 'boughtWh' | 'targetSoc'>,
  { energyWh, soc, socAtFirst }: { energyWh: number; soc: number | undefined; socAtFirst: number | undefined },
): boolean {
  if (soc === undefined) return energyWh >= boughtWh * NEARLY_FULL_SHARE;
  const first = socAtFirst ?? soc;
  const nearlyPercent = Math.min(NEARLY_FULL_SHARE * 100, first + NEARLY_FULL_SHARE * ((targetSoc ?? 100) - first));
  return soc >= nearlyPercent && first < nearlyPercent;
}

/**
 * The event of a session's end. `before`: the row before this end, which may have been settled provisionally. If the
 * company had written off a part, `backPaise` is less than the difference of the bills.
 */
export function eventAtEnd(before: Session, session: BoughtSession, backPaise: number): SessionEvent {
  const { energyWh, isProvisional } = session;
  const paise = sessionPriceOf(session, energyWh).totalPaise;
  if (before.state === 'completed') return { kind: 'corrected', energyWh, paise, backPaise };
  return { kind: 'ended', energyWh, paise, isEarly: isEarly(session), reason: reasonOf(session), isProvisional };
}

/** Stop reasons of a driver who ends the charge at the charge point. */
const ENDED_THERE: ReadonlySet<string | null> = new Set(['Local', 'EVDisconnected']);

/** True if the session ended before the limit or a full battery, and the driver did not stop it. */
function isEarly(session: BoughtSession): boolean {
  const { stopCause, energyWh, boughtWh, lastSoc, endReason } = session;
  const wasWanted =
    stopCause === 'driver' ||
    stopCause === 'units_used_up' ||
    stopCause === 'target_reached' ||
    (!isRequestedInApp(session) && ENDED_THERE.has(endReason));
  return !wasWanted && energyWh < boughtWh * AS_GOOD_AS_ALL_SHARE && (lastSoc ?? 0) < FULL_PERCENT;
}

function reasonOf({ endReason, stopCause }: Session): string {
  return (endReason === 'Remote' ? stopCause : undefined) ?? endReason ?? 'Other';
}
