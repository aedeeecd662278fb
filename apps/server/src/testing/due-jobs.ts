import type { Database } from '#db/database.ts';

/** Makes the waiting jobs of a kind due now. Queued jobs use the database's clock, which no test can move. */
export async function makeJobsDue({ $client }: Database, name: string): Promise<void> {
  await $client.query("update jobs.job set start_after = now() where name = $1 and state in ('created', 'retry')", [
    name,
  ]);
}
