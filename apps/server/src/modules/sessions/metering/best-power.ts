import { HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
/** What the register read when. */
interface Reading {
  at: Date;
  registerWh: number;
}

/** Over so long a figure of power says what a charge point gives, and not how it began. */
const BEST_POWER_WINDOW_MS = 10 * MINUTE_MS;

/**
 * The mean power over the best ten minutes of a session, W, by its register; undefined for one that is shorter or tells
 * nothing. Never above what the connector is rated for: a register that jumps is no power.
 */
export function bestPowerW(readings: readonly Reading[], ratedW: number): number | undefined {
  let best = 0;
  let from = 0;
  for (const [to, last] of readings.entries()) {
    // The latest reading that is still ten minutes away.
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
