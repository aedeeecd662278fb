import type { Database } from '#db/database.ts';
import { dropPartitions, makePartitions, type Partitioned } from '#db/partitions.ts';
import { DAY_MS } from '#kernel/durations.ts';

const PARTS: Partitioned = {
  table: 'meter_samples',
  by: 'sampled_at',
  agedBy: 'received_at',
  each: 'month',
  ahead: 2,
};

/** Makes the months that samples of soon belong to. */
export async function makeMonths(database: Database, now: Date): Promise<void> {
  await makePartitions(database, PARTS, now);
}

/** Purges the months of samples that were over so many days ago, and what clocks gone mad have stamped and came before that. */
export async function purgeSamples(database: Database, { now, days }: { now: Date; days: number }): Promise<void> {
  await dropPartitions(database, PARTS, new Date(now.getTime() - days * DAY_MS));
}
