import type { Clock } from '@bijli/charge-point/clock';

/** How far the clock is behind at first. */
const BEHIND_MS = 3_600_000;
/** How many times faster it runs until it shows the right time. */
const PACE = 120;

/**
 * The clock of a charge point that is an hour behind and catches up. So a session of some minutes is over in seconds,
 * and its power, energy and times are still those of a real session. It begins when it is first read.
 */
export function fastClock(): Clock {
  let begun: number | undefined;
  const behindMs = (): number => {
    begun ??= Date.now();
    return Math.max(0, BEHIND_MS - (Date.now() - begun) * (PACE - 1));
  };
  return {
    now: () => new Date(Date.now() - behindMs()),
    after(ms, task) {
      const timer = setTimeout(task, Math.max(ms / PACE, ms - behindMs()));
      return () => clearTimeout(timer);
    },
  };
}
