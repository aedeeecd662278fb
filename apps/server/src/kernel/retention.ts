import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

const EVERY_MS = 3_600_000;

/**
 * Forgets what has been kept for its time, now and once an hour for as long as the server runs. A task that fails keeps no
 * other waiting and is tried again with the next round. The answer stops it, and settles when the round under way is over.
 */
export function startRetention(
  tasks: (() => Promise<void>)[],
  { clock, log }: { clock: Clock; log: Log },
): () => Promise<void> {
  let stopped = false;
  let cancel: () => void = () => {};
  let round = run();

  async function run(): Promise<void> {
    for (const task of tasks) {
      await task().catch((error: unknown) => log.warn({ error }, 'what is too old is forgotten an hour later'));
    }
    if (stopped) return;
    cancel = clock.after(EVERY_MS, () => {
      round = run();
    });
  }

  return () => {
    stopped = true;
    cancel();
    return round;
  };
}
