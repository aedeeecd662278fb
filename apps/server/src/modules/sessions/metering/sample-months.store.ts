import { sql } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { dropPartitions, makePartitions, type Partitioned } from '#db/migrations/partitions.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { sessions } from '../sessions.tables.ts';

const PARTS: Partitioned = {
  table: 'meter_samples',
  by: 'sampled_at',
  agedBy: 'received_at',
  // A session that goes on is billed by all its samples.
  spared: sql`transaction_id = any(array(select transaction_id from ${sessions} where ended_at is null and transaction_id is not null))`,
  each: 'month',
  ahead: 2,
};

/** Creates the partitions of the coming months. */
export async function createMonthPartitions(database: Database, now: Date): Promise<void> {
  await makePartitions(database, PARTS, now);
}

/**
 * Drops the monthly partitions that ended more than `days` ago, and deletes samples of that age that are in no month.
 * Samples that were received later, and those of open sessions, stay.
 */
export async function purgeSamples(database: Database, { now, days }: { now: Date; days: number }): Promise<void> {
  await dropPartitions(database, PARTS, new Date(now.getTime() - days * DAY_MS));
}
