import type { Clock } from './clock.ts';
import { inLane } from './lane.ts';
import type { Log } from './log.ts';

export interface Rounds {
  everyMs: number;
  clock: Clock;
  log: Log;
  /** What is logged of a round that fails; the next one comes all the same. */
  failed: string;
}

/**
 * Does a deed again and again, each round so long after the one before. The answer stops it, and settles when the round
 * under way is over. For what may come late: what must be done to the moment has a timer of its own.
 */
export function startRounds(deed: () => Promise<void>, { everyMs, clock, log, failed }: Rounds): () => Promise<void> {
  const apartMs = Math.max(everyMs, clock.roundsApartMs ?? 0);
  let stopped = false;
  let round = Promise.resolve();
  let cancel = clock.after(apartMs, turn);

  function turn(): void {
    round = inLane('background', deed)
      .catch((error: unknown) => log.error({ err: error }, failed))
      .then(() => {
        if (!stopped) cancel = clock.after(apartMs, turn);
      });
  }

  return () => {
    stopped = true;
    cancel();
    return round;
  };
}
