import type { Database } from '#db/database.ts';

/** Makes the waiting jobs of a kind due now. Queued jobs use the database's clock, which no test can move. */
export async function makeJobsDue({ $client }: Database, name: string): Promise<void> {
  await $client.query("update jobs.job set start_after = now() where name = $1 and state in ('created', 'retry')", [
    name,
  ]);
}

/** In how many minutes the jobs of a queue are due that wait. */
export async function minutesUntilDue({ $client }: Database, name: string): Promise<number[]> {
  const { rows } = await $client.query<{ minutes: string }>(
    `select extract(epoch from start_after - now()) / 60 as minutes from jobs.job
     where name = $1 and state in ('created', 'retry') order by start_after`,
    [name],
  );
  return rows.map(({ minutes }) => Number(minutes));
}
