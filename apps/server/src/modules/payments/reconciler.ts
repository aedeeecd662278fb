import type { Clock } from '#kernel/clock.ts';
import type { Log } from '#kernel/log.ts';
import { startRounds } from '#kernel/rounds.ts';

const EVERY_MS = 3000;

/** Asks about open payments as they fall due, until the answer is called. */
export function startReconciler(
  payments: { reconcileDue(): Promise<void> },
  { clock, log }: { clock: Clock; log: Log },
): () => Promise<void> {
  const failed = 'payments could not be reconciled';
  return startRounds(() => payments.reconcileDue(), { everyMs: EVERY_MS, clock, log, failed });
}
