import { event } from '#events/events.ts';
import { sessionPriceOf } from './session-price.ts';
import type { BoughtSession, Session } from './sessions.store.ts';

/** What happened to a session that its driver wants to know of without looking. */
export type SessionEvent =
  | { kind: 'started'; cardName?: string | undefined }
  /** It was taken for failed and has begun after all; its price is held again. */
  | { kind: 'revived'; holdPaise: number }
  /** 80 % of the battery or of the way to its target, or of what was bought when the car does not tell. */
  | { kind: 'nearly-done'; energyWh: number; soc: number | undefined }
  /** It never began; the money held for it is free again. */
  | { kind: 'failed'; reason: string; backPaise: number }
  /** `isProvisional`: closed on the last reading, without the charge point's word. */
  | { kind: 'ended'; energyWh: number; paise: number; isEarly: boolean; reason: string; isProvisional: boolean }
  /** The charge point's late word has changed the bill to `paise`. `backPaise`: what came back to the wallet. */
  | { kind: 'corrected'; energyWh: number; paise: number; backPaise: number };

export type PublishedSessionEvent = SessionEvent & {
  driverId: number;
  bookingId: string;
  stationId: string;
  stationName: string;
};

/** An event of a session, in the transaction that brings it about or right after. */
export const sessionEvent = event<PublishedSessionEvent>('sessions.event');

/** A driver's card was not let in where it was presented, and the charge point does not say why. */
export interface CardRefused {
  driverId: number;
  cardName: string;
  /** The wallet has too little, or a charge of the driver runs elsewhere. */
  reason: 'balance_too_low' | 'charge_running';
  idTag: string;
  stationId: string;
  stationName: string;
  at: Date;
}

export const cardRefused = event<CardRefused>('sessions.card_refused');

const NEARLY_FULL_SHARE = 0.8;
/** A stop in time leaves a little of what was bought. */
const AS_GOOD_AS_ALL_SHARE = 0.98;
const FULL_PERCENT = 99;

/** Whether a running session is nearly done: `soc` and `socAtFirst` in percent, where the car tells. */
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
 * What the end of a session means to its driver. `before`: the row as it was, which may have been settled already; what then
 * came back is less than the bill fell by where the company had written a part of it off.
 */
export function eventAtEnd(before: Session, session: BoughtSession, backPaise: number): SessionEvent {
  const { energyWh, isProvisional } = session;
  const paise = sessionPriceOf(session, energyWh).totalPaise;
  if (before.state === 'completed') return { kind: 'corrected', energyWh, paise, backPaise };
  return { kind: 'ended', energyWh, paise, isEarly: isEarly(session), reason: reasonOf(session), isProvisional };
}

/** How a charge ends that a driver has begun and ends at the charge point. */
const ENDED_THERE: ReadonlySet<string | null> = new Set(['Local', 'EVDisconnected']);

/** Neither the driver, nor what was bought, nor a full battery has ended it. */
function isEarly({ stopCause, energyWh, boughtWh, lastSoc, idTag, endReason }: BoughtSession): boolean {
  const wasWanted =
    stopCause === 'driver' ||
    stopCause === 'units_used_up' ||
    stopCause === 'target_reached' ||
    (idTag === null && ENDED_THERE.has(endReason));
  return !wasWanted && energyWh < boughtWh * AS_GOOD_AS_ALL_SHARE && (lastSoc ?? 0) < FULL_PERCENT;
}

function reasonOf({ endReason, stopCause }: Session): string {
  return (endReason === 'Remote' ? stopCause : undefined) ?? endReason ?? 'Other';
}
