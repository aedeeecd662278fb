import type { Database } from '#db/database.ts';

/** Queued jobs go by the database's own clock, which no test moves: those of a kind that wait are due now. */
export async function makeJobsDue({ $client }: Database, name: string): Promise<void> {
  await $client.query("update jobs.job set start_after = now() where name = $1 and state in ('created', 'retry')", [
    name,
  ]);
}
