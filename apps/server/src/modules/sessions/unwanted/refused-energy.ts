import { coalesce } from '#kernel/coalesce.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { forEachConcurrently } from '#kernel/for-each-concurrently.ts';
import type { SessionContext } from '../context.ts';
import { listAllGoingSince } from './refused-transactions.store.ts';
import { recordRefusedEnergy } from './refused-transactions.ts';

/** Energy of a refused transaction is reckoned no more often than this. */
const RECKON_EVERY_MS = MINUTE_MS;
/** Nor more often than once in such a part of the time since it was refused: each reckoning reads all its samples. */
const RECKON_PART_OF_AGE = 10;
const TRANSACTIONS_AT_ONCE = 2;

export type RefusedEnergy = ReturnType<typeof createRefusedEnergy>;

/** Puts on record what refused transactions deliver while they go on; their stop is reckoned when it comes. */
export function createRefusedEnergy(context: SessionContext) {
  const { database, clock, logSampled } = context;
  /** Whose each is, from when it may be reckoned, and whether samples have come since it was. */
  const transactions = new Map<number, { chargePointId: string; fromMs: number; hasNew: boolean }>();

  const nowMs = (): number => clock.now().getTime();

  function sampled(chargePointId: string, transactionId: number): void {
    const transaction = transactions.get(transactionId);
    // The same one: it may be being reckoned, and is put off by that.
    if (transaction) transaction.hasNew = true;
    else transactions.set(transactionId, { chargePointId, fromMs: nowMs(), hasNew: true });
  }

  async function reckon(transactionId: number): Promise<void> {
    const transaction = transactions.get(transactionId);
    if (!transaction) return;
    transaction.hasNew = false;
    transaction.fromMs = nowMs() + RECKON_EVERY_MS;
    try {
      const refusedAt = await database.transaction((tx) => recordRefusedEnergy(tx, context, transactionId));
      if (refusedAt)
        transaction.fromMs = Math.max(
          transaction.fromMs,
          nowMs() + (nowMs() - refusedAt.getTime()) / RECKON_PART_OF_AGE,
        );
    } catch (error) {
      transaction.hasNew = true;
      const message = 'the energy of a refused transaction could not be calculated; trying again';
      const { chargePointId } = transaction;
      logSampled('warn', {
        event: 'session.refused_energy_not_settled',
        message,
        facts: { chargePointId, transactionId, error },
      });
    }
  }

  return {
    sampled,

    /** The server has just started: nobody knows what it had not reckoned. */
    async begin(since: Date): Promise<void> {
      for (const { chargePointId, transactionId } of await listAllGoingSince(database, since))
        sampled(chargePointId, transactionId);
    },

    /** Its stop was reckoned. */
    stopped(chargePointId: string, transactionId: number): void {
      if (transactions.get(transactionId)?.chargePointId === chargePointId) transactions.delete(transactionId);
    },

    check: coalesce(async (): Promise<void> => {
      const ready = [...transactions].filter(([, { fromMs }]) => nowMs() >= fromMs);
      for (const [transactionId, { hasNew }] of ready) if (!hasNew) transactions.delete(transactionId);
      await forEachConcurrently(ready, TRANSACTIONS_AT_ONCE, ([transactionId]) => reckon(transactionId));
    }),
  };
}
