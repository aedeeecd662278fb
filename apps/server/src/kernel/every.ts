import type { Clock } from './clock.ts';
import { inLane } from './lane.ts';
import type { Log } from './log.ts';

const REMIND_MS = 3_600_000;

export interface Repeating {
  everyMs: number;
  clock: Clock;
  log: Log;
  /** What is logged of rounds that fail: of the first, once an hour, and when they succeed again. The next comes all the same. */
  failed: string;
}

/**
 * Does a task again and again, each round so long after the one before. The answer stops it, and settles when the round
 * under way is over. For what may come late: what must be done to the moment has a timer of its own.
 */
export function every(task: () => Promise<void>, { everyMs, clock, log, failed }: Repeating): () => Promise<void> {
  const apartMs = Math.max(everyMs, clock.minIntervalMs ?? 0);
  const outage = watchOutage({ clock, log, failed });
  let stopped = false;
  let round = Promise.resolve();
  let cancel = clock.after(apartMs, turn);

  function turn(): void {
    round = inLane('background', task)
      .then(outage.over, outage.goesOn)
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

/** Tells of rounds that fail one after the other, as they do every second while the database is away, as of one event. */
function watchOutage({ clock, log, failed }: Pick<Repeating, 'clock' | 'log' | 'failed'>) {
  let rounds = 0;
  let since = 0;
  let toldAt = 0;

  return {
    goesOn(error: unknown): void {
      const now = clock.now().getTime();
      rounds += 1;
      if (rounds === 1) since = now;
      else if (now - toldAt < REMIND_MS) return;
      toldAt = now;
      log.error({ event: 'round.failed', err: error, rounds }, failed);
    },

    over(): void {
      if (rounds === 0) return;
      const forMs = clock.now().getTime() - since;
      log.warn({ event: 'round.succeeds_again', failed, rounds, forMs }, 'a round in the background succeeds again');
      rounds = 0;
    },
  };
}
