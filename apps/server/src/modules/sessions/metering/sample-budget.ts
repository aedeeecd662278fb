import { LRUCache } from 'lru-cache';
import type { MeterReading } from '@bijli/ocpp/meter-values';
import type { Tx } from '#db/database.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import type { SessionContext } from '../context.ts';
import { countSamples } from '../sessions.store.ts';
import { thinOutReadings } from './samples.ts';

/** So many samples of a transaction are kept for each second of it: more than any charge point has a use for. */
const SAMPLES_A_SECOND = 2;
/** And so many besides, for what comes in a burst. */
const SAMPLES_AT_START = 1_000;
/** At this pace up to so many, twice those of a day with one every five seconds; from there one a minute tells the way. */
const SAMPLES_AT_FULL_PACE = 40_000;
const SAMPLES_A_MINUTE_BEYOND = 1;
/** Never more: a stop reads them all, and has settled within its time limit. */
const MAX_SAMPLES = 50_000;
/** What a charge point tells of a transaction that has ended comes within this time, or has found its room before. */
const TAKEN_AFTER_END_MS = 10 * MINUTE_MS;
/** Of so many transactions at a time it is known how many samples they have. */
const MAX_TRANSACTIONS = 20_000;

interface MeteredTransaction {
  transactionId: number;
  chargePointId: string;
  /** By the server's own clock: a charge point may stamp its start with any time. */
  knownSince: Date;
  endedAt: Date | null;
}

export type SampleBudget = ReturnType<typeof createSampleBudget>;

/** Bounds what is kept of the samples of one transaction, by the time since the server knows of it until it ends. */
export function createSampleBudget({ clock, logSampled }: Pick<SessionContext, 'clock' | 'logSampled'>) {
  const counts = new LRUCache<number, { kept: number; dropped: number }>({ max: MAX_TRANSACTIONS });

  return {
    /** Whether it is known how many samples a transaction has. */
    knows: (transactionId: number): boolean => counts.get(transactionId) !== undefined,

    /** What was kept before this server began, or forgot it. */
    counted(transactionId: number, kept: number): void {
      counts.set(transactionId, { kept, dropped: 0 });
    },

    /** How many of a transaction are kept. */
    keptOf: (transactionId: number): number => counts.get(transactionId)?.kept ?? 0,

    /** Those that are kept: all of them, or as many as there is room for, the last among them. */
    fitting(metered: MeteredTransaction, readings: MeterReading[]): MeterReading[] {
      const { transactionId, chargePointId } = metered;
      const { kept, dropped } = counts.get(transactionId) ?? { kept: 0, dropped: 0 };
      const fit = thinOutReadings(readings, Math.max(0, maxOf(metered, clock.now()) - kept));
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

/** Those that are kept of a transaction whose samples may have been kept by a server before this one. */
export async function readingsWithinBudget(
  tx: Tx,
  budget: SampleBudget,
  metered: MeteredTransaction,
  readings: MeterReading[],
): Promise<MeterReading[]> {
  const { transactionId } = metered;
  if (!budget.knows(transactionId)) budget.counted(transactionId, await countSamples(tx, transactionId));
  return budget.fitting(metered, readings);
}

/** How many samples a transaction may have by now. */
function maxOf({ knownSince, endedAt }: MeteredTransaction, now: Date): number {
  const until = Math.min(now.getTime(), endedAt ? endedAt.getTime() + TAKEN_AFTER_END_MS : Infinity);
  const seconds = Math.max(0, until - knownSince.getTime()) / 1000;
  const beyond = (seconds / 60) * SAMPLES_A_MINUTE_BEYOND;
  return Math.floor(
    Math.min(SAMPLES_AT_START + seconds * SAMPLES_A_SECOND, SAMPLES_AT_FULL_PACE + beyond, MAX_SAMPLES),
  );
}
