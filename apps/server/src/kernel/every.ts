import type { Clock } from './clock.ts';
import { HOUR_MS } from './durations.ts';
import type { Log } from './log.ts';
import { inWorkload } from './workload.ts';

const REMIND_MS = HOUR_MS;

export interface LoopOptions {
  everyMs: number;
  clock: Clock;
  log: Log;
  /** The name in log lines. It stays the same if the message changes. */
  name: string;
  /** True if the first run begins now, not after `everyMs`. */
  startsAtOnce?: boolean;
  /** Logged when a run fails for the first time, once an hour while it goes on failing, and when it succeeds again. */
  failedMessage: string;
}

/**
 * Starts a loop: each run begins `everyMs` after the last one has ended, also after a failure. Returns a function that
 * stops it and resolves when the current run has ended. Runs may be late; work for an exact time sets its own timer.
 */
export function every(work: () => Promise<void>, options: LoopOptions): () => Promise<void> {
  const { everyMs, clock, log, name, failedMessage, startsAtOnce = false } = options;
  const intervalMs = Math.max(everyMs, clock.minIntervalMs ?? 0);
  const outage = watchOutage({ clock, log, name, failedMessage });
  let isStopped = false;
  let running = Promise.resolve();
  let cancel = (): void => {};
  if (startsAtOnce) runOnce();
  else plan();

  function plan(): void {
    cancel = clock.after(intervalMs, runOnce);
  }

  function runOnce(): void {
    running = inWorkload('background', work)
      .then(outage.noteSuccess, outage.noteFailure)
      .then(() => {
        if (!isStopped) plan();
      });
  }

  return () => {
    isStopped = true;
    cancel();
    return running;
  };
}

/**
 * Logs a series of failed runs as one event, because a loop may fail every second while the database is unavailable.
 */
function watchOutage({ clock, log, name, failedMessage }: Omit<LoopOptions, 'everyMs' | 'startsAtOnce'>) {
  let failures = 0;
  let failingSinceMs = 0;
  let loggedAtMs = 0;

  return {
    noteFailure(error: unknown): void {
      const nowMs = clock.now().getTime();
      failures += 1;
      if (failures === 1) failingSinceMs = nowMs;
      else if (nowMs - loggedAtMs < REMIND_MS) return;
      loggedAtMs = nowMs;
      log.error({ event: 'job.failed', job: name, error, failures }, failedMessage);
    },

    noteSuccess(): void {
      if (failures === 0) return;
      const forMs = clock.now().getTime() - failingSinceMs;
      log.warn(
        { event: 'job.succeeds_again', job: name, failed: failedMessage, failures, forMs },
        'a background job succeeds again',
      );
      failures = 0;
    },
  };
}
