import { DAY_MS, SECOND_MS } from '#kernel/durations.ts';
import type { ChargePointStats } from '#modules/discovery/index.ts';
import type { ChargePointRecord } from './charge-point-stats.store.ts';

/** With fewer sessions than this there is no figure, because one bad day would decide it. */
const MIN_SESSIONS = 5;
/** A charge point that was observed for less than this has no uptime yet. */
const MIN_OBSERVED_MS = DAY_MS;

/** How long a charge point was observed, and for how much of that time it was usable. */
interface Observed {
  seconds: number;
  share: number;
}

/** The stats that drivers see for a charge point. A figure without enough data is left out. */
export function statsFromRecord(record: ChargePointRecord | undefined, uptime: Observed | undefined): ChargePointStats {
  const isObserved = uptime !== undefined && uptime.seconds * SECOND_MS >= MIN_OBSERVED_MS;
  return {
    ...(isObserved && { uptimePercent: percent(uptime.share) }),
    ...(record && ofSessions(record)),
    ...(isObserved &&
      record &&
      record.attempts >= MIN_SESSIONS && {
        worksPercent: percent((uptime.share * record.soundCount) / record.attempts),
      }),
  };
}

function ofSessions({
  attempts,
  startedCount,
  soundCount,
  measuredCount,
  chargedCount,
  ...record
}: ChargePointRecord): ChargePointStats {
  const { typicalW, lastAt, typicalSeconds } = record;
  return {
    ...(measuredCount >= MIN_SESSIONS && typicalW !== null && { typicalW }),
    ...(chargedCount >= MIN_SESSIONS && lastAt && { lastChargeAt: lastAt }),
    ...(chargedCount >= MIN_SESSIONS && typicalSeconds !== null && { typicalMs: typicalSeconds * SECOND_MS }),
    ...(attempts >= MIN_SESSIONS && {
      reliablePercent: percent(soundCount / attempts),
      startPercent: percent(startedCount / attempts),
    }),
    ...(startedCount >= MIN_SESSIONS && { keptPercent: percent(soundCount / startedCount) }),
  };
}

/** Rounds down, so that no figure promises more than was measured. */
const percent = (share: number): number => Math.floor(100 * share + 1e-9);
