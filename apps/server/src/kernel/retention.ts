import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

const EVERY_MS = 3_600_000;

/**
 * Purges expired rows, now and once an hour for as long as the server runs. A task that fails does not hold up the others
 * and is tried again an hour later. Returns a function that stops it and settles when the run under way is over.
 */
export function startRetention(
  tasks: (() => Promise<void>)[],
  { clock, log }: { clock: Clock; log: Log },
): () => Promise<void> {
  let stopped = false;
  let cancel: () => void = () => {};
  let running = run();

  async function run(): Promise<void> {
    for (const task of tasks) {
      await task().catch((error: unknown) =>
        log.warn({ event: 'retention.failed', error }, 'expired rows are purged an hour later'),
      );
    }
    if (stopped) return;
    cancel = clock.after(EVERY_MS, () => {
      running = run();
    });
  }

  return () => {
    stopped = true;
    cancel();
    return running;
  };
}
