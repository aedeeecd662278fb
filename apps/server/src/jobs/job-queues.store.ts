import { sql } from 'drizzle-orm';
import { fromDrizzle } from 'pg-boss';
import type { Tx } from '#db/database.ts';

/** The library's way into a transaction of ours. */
export const executorOf = (tx: Tx) => fromDrizzle(tx, sql);

/** Jobs of a queue that were begun and have not ended. */
export async function listBegun(tx: Tx, name: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from jobs.job where name = ${name} and state = 'active'`,
  );
  return rows.map(({ id }) => id);
}
