import type { Clock } from '#kernel/clock.ts';
import type { Log } from '#kernel/log.ts';

const EVERY_MS = 3000;

/**
 * Asks about open payments as they fall due, for as long as the server runs. The answer stops it, and settles when the
 * round under way is over.
 */
export function startReconciler(
  payments: { reconcileDue(): Promise<void> },
  { clock, log }: { clock: Clock; log: Log },
): () => Promise<void> {
  let stopped = false;
  let round = Promise.resolve();
  let cancel = clock.after(EVERY_MS, run);

  function run(): void {
    round = payments
      .reconcileDue()
      .catch((error: unknown) => log.error({ err: error }, 'payments could not be reconciled'))
      .then(() => {
        if (!stopped) cancel = clock.after(EVERY_MS, run);
      });
  }

  return () => {
    stopped = true;
    cancel();
    return round;
  };
}
