import { coalesce } from '#kernel/coalesce.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { forEachConcurrently } from '#kernel/for-each-concurrently.ts';
import type { SessionContext } from '../context.ts';
import { listAllActiveSince } from './rejected-transactions.store.ts';
import { recordRejectedEnergy } from './rejected-transactions.ts';

/** Minimum time between two counts of a rejected transaction's energy. */
const COUNT_EVERY_MS = MINUTE_MS;
/**
 * The time between two counts is also at least this fraction (1/10) of the time since the rejection, because each count
 * reads all samples.
 */
const COUNTS_PER_AGE = 10;
const TRANSACTIONS_AT_ONCE = 2;

export type RejectedEnergy = ReturnType<typeof createRejectedEnergy>;

/** Records the energy that rejected transactions deliver while they go on. At their stop it is counted a last time. */
export function createRejectedEnergy(context: SessionContext) {
  const { database, clock, logSampled } = context;
  /** For each transaction: its charge point, when it may be counted again, and whether it has new samples. */
  const transactions = new Map<number, { chargePointId: string; fromMs: number; hasNew: boolean }>();

  const nowMs = (): number => clock.now().getTime();

  function noteSample(chargePointId: string, transactionId: number): void {
    const transaction = transactions.get(transactionId);
    // Changes the same object, because a count in progress may postpone it.
    if (transaction) transaction.hasNew = true;
    else transactions.set(transactionId, { chargePointId, fromMs: nowMs(), hasNew: true });
  }

  async function countEnergy(transactionId: number): Promise<void> {
    const transaction = transactions.get(transactionId);
    if (!transaction) return;
    transaction.hasNew = false;
    transaction.fromMs = nowMs() + COUNT_EVERY_MS;
    try {
      const rejectedAt = await database.transaction((tx) => recordRejectedEnergy(tx, context, transactionId));
      if (rejectedAt)
        transaction.fromMs = Math.max(transaction.fromMs, nowMs() + (nowMs() - rejectedAt.getTime()) / COUNTS_PER_AGE);
    } catch (error) {
      transaction.hasNew = true;
      const message = 'the energy of a rejected transaction could not be calculated; trying again';
      const { chargePointId } = transaction;
      logSampled('warn', {
        event: 'session.refused_energy_not_settled',
        message,
        facts: { chargePointId, transactionId, error },
      });
    }
  }

  return {
    noteSample,

    /** Called when the server has just started, so it is unknown what was not counted. */
    async resume(since: Date): Promise<void> {
      for (const { chargePointId, transactionId } of await listAllActiveSince(database, since))
        noteSample(chargePointId, transactionId);
    },

    /** The transaction's stop was counted. */
    noteStopped(chargePointId: string, transactionId: number): void {
      if (transactions.get(transactionId)?.chargePointId === chargePointId) transactions.delete(transactionId);
    },

    countDue: coalesce(async (): Promise<void> => {
      const ready = [...transactions].filter(([, { fromMs }]) => nowMs() >= fromMs);
      for (const [transactionId, { hasNew }] of ready) if (!hasNew) transactions.delete(transactionId);
      await forEachConcurrently(ready, TRANSACTIONS_AT_ONCE, ([transactionId]) => countEnergy(transactionId));
    }),
  };
}
