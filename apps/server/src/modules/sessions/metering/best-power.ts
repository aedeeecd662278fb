import { HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';

/** A register reading in Wh and its time. */
interface Reading {
  at: Date;
  registerWh: number;
}

/** Power over this long shows what a charge point delivers, not just how it begins. */
const BEST_POWER_WINDOW_MS = 10 * MINUTE_MS;

/**
 * Highest mean power in W over any ten minutes of a session, from its register. Undefined if the session is shorter or
 * has too few readings. Never above the connector's rating, because a jump of the register is not power.
 */
export function bestPowerW(readings: readonly Reading[], ratedW: number): number | undefined {
  let best = 0;
  let from = 0;
  for (const [to, last] of readings.entries()) {
    // Finds the latest reading that is at least ten minutes earlier.
    while (from + 1 < to && spanMs(readings[from + 1], last) >= BEST_POWER_WINDOW_MS) from += 1;
    const first = readings[from];
    const ms = spanMs(first, last);
    if (!first || ms < BEST_POWER_WINDOW_MS) continue;
    best = Math.max(best, ((last.registerWh - first.registerWh) * HOUR_MS) / ms);
  }
  if (best <= 0) return undefined;
  return Math.round(ratedW > 0 ? Math.min(best, ratedW) : best);
}

function spanMs(first: Reading | undefined, last: Reading): number {
  return first ? last.at.getTime() - first.at.getTime() : 0;
}
