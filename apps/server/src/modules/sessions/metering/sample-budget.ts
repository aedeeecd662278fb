import type { MeterReading } from '@bijli/ocpp/meter-values';
import type { Tx } from '#db/database.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { createRecentCache } from '#kernel/recent-cache.ts';
import type { SessionContext } from '../context.ts';
import { countSamples } from '../sessions.store.ts';
import { thinOutReadings } from './samples.ts';

/** Samples of a transaction that are kept for each second of it, more than any charge point needs. */
const SAMPLES_A_SECOND = 2;
/** Samples that are kept beyond that, for a burst. */
const SAMPLES_AT_START = 1_000;
/**
 * Up to this number samples are kept at that rate: twice a day's samples at one every five seconds. Beyond it one a
 * minute is kept.
 */
const SAMPLES_AT_FULL_PACE = 40_000;
const SAMPLES_A_MINUTE_BEYOND = 1;
/** The absolute maximum. A stop reads all samples and must settle within its time limit. */
const MAX_SAMPLES = 50_000;
/** The sample budget of a transaction grows for this long after its end. */
const ACCEPTED_AFTER_END_MS = 10 * MINUTE_MS;
/** For this many transactions the number of samples is kept in memory. */
const MAX_TRANSACTIONS = 20_000;

interface MeteredTransaction {
  transactionId: number;
  chargePointId: string;
  /**
   * Since when the server knows the transaction, by its own clock, because a charge point may report any start time.
   */
  knownSince: Date;
  endedAt: Date | null;
}

export type SampleBudget = ReturnType<typeof createSampleBudget>;

/** Limits how many samples of a transaction are stored, by the time from when the server knows of it until it ends. */
export function createSampleBudget({ clock, logSampled }: Pick<SessionContext, 'clock' | 'logSampled'>) {
  const counts = createRecentCache<number, { kept: number; dropped: number }>(MAX_TRANSACTIONS);

  return {
    /** True if the number of samples of a transaction is in memory. */
    isKnown: (transactionId: number): boolean => counts.get(transactionId) !== undefined,

    /** Sets the number of samples that were stored before, from the database. */
    setKeptCount(transactionId: number, kept: number): void {
      counts.set(transactionId, { kept, dropped: 0 });
    },

    /** Number of stored samples of a transaction. */
    keptCountOf: (transactionId: number): number => counts.get(transactionId)?.kept ?? 0,

    /** The readings to store: all, or as many as the budget allows, including the last. */
    takeFitting(metered: MeteredTransaction, readings: MeterReading[]): MeterReading[] {
      const { transactionId, chargePointId } = metered;
      const { kept, dropped } = counts.get(transactionId) ?? { kept: 0, dropped: 0 };
      const fit = thinOutReadings(readings, Math.max(0, maxSamplesOf(metered, clock.now()) - kept));
      const count = { kept: kept + fit.length, dropped: dropped + readings.length - fit.length };
      counts.set(transactionId, count);
      if (fit.length < readings.length)
        logSampled('warn', {
          event: 'session.samples_dropped',
          message: 'a charge point sends more samples than are stored',
          facts: { chargePointId, transactionId, ...count },
          by: chargePointId,
        });
      return fit;
    },
  };
}

/** Like `takeFitting`, for a transaction whose samples may have been stored by an earlier run of the server. */
export async function takeReadingsWithinBudget(
  tx: Tx,
  budget: SampleBudget,
  metered: MeteredTransaction,
  readings: MeterReading[],
): Promise<MeterReading[]> {
  const { transactionId } = metered;
  if (!budget.isKnown(transactionId)) budget.setKeptCount(transactionId, await countSamples(tx, transactionId));
  return budget.takeFitting(metered, readings);
}

/** The most samples that a transaction may have by now. */
function maxSamplesOf({ knownSince, endedAt }: MeteredTransaction, now: Date): number {
  const until = Math.min(now.getTime(), endedAt ? endedAt.getTime() + ACCEPTED_AFTER_END_MS : Infinity);
  const seconds = Math.max(0, until - knownSince.getTime()) / 1000;
  const beyond = (seconds / 60) * SAMPLES_A_MINUTE_BEYOND;
  return Math.floor(
    Math.min(SAMPLES_AT_START + seconds * SAMPLES_A_SECOND, SAMPLES_AT_FULL_PACE + beyond, MAX_SAMPLES),
  );
}
