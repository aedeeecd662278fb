import { DAY_MS, SECOND_MS } from '#kernel/durations.ts';
import type { ChargePointFigures } from '#modules/discovery/index.ts';
import type { ChargePointRecord } from './charge-point-figures.store.ts';

/** Fewer say nothing: one driver's bad day is no figure. */
const MIN_SESSIONS = 5;
/** A charge point that was not looked at for so long has no uptime yet. */
const MIN_OBSERVED_MS = DAY_MS;

/** How long a charge point was looked at, and for which part of that it was of use. */
interface Observed {
  seconds: number;
  share: number;
}

/** What a charge point is worth by our own records, each where there is enough to tell. */
export function figuresFromRecord(
  record: ChargePointRecord | undefined,
  uptime: Observed | undefined,
): ChargePointFigures {
  const isObserved = uptime !== undefined && uptime.seconds * SECOND_MS >= MIN_OBSERVED_MS;
  return {
    ...(isObserved && { uptimePercent: percent(uptime.share) }),
    ...(record && ofSessions(record)),
    ...(isObserved &&
      record &&
      record.tried >= MIN_SESSIONS && { worksPercent: percent((uptime.share * record.sound) / record.tried) }),
  };
}

function ofSessions({ tried, begun, sound, measured, charged, ...record }: ChargePointRecord): ChargePointFigures {
  const { typicalW, lastAt, typicalSeconds } = record;
  return {
    ...(measured >= MIN_SESSIONS && typicalW !== null && { typicalW }),
    ...(charged >= MIN_SESSIONS && lastAt && { lastChargeAt: lastAt }),
    ...(charged >= MIN_SESSIONS && typicalSeconds !== null && { typicalMs: typicalSeconds * SECOND_MS }),
    ...(tried >= MIN_SESSIONS && { reliablePercent: percent(sound / tried), startPercent: percent(begun / tried) }),
    ...(begun >= MIN_SESSIONS && { keptPercent: percent(sound / begun) }),
  };
}

/** Nobody is promised what was not quite so. */
const percent = (share: number): number => Math.floor(100 * share + 1e-9);
