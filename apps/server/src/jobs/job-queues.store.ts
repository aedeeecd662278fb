import { sql } from 'drizzle-orm';
import { fromDrizzle } from 'pg-boss';
import type { Tx } from '#db/database.ts';
import { DEAD_QUEUE } from './boss.ts';

/** Lets the library use our transaction. */
export const executorOf = (tx: Tx) => fromDrizzle(tx, sql);

/** Running jobs of a queue. */
export async function listActive(tx: Tx, name: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from jobs.job where name = ${name} and state = 'active'`,
  );
  return rows.map(({ id }) => id);
}

/** Since when the longest waiting job is due. Dead jobs do not count. */
export async function findOldestDue(tx: Tx): Promise<Date | undefined> {
  const { rows } = await tx.execute<{ due: string | null }>(
    sql`select min(start_after) as due from jobs.job where state in ('created', 'retry') and start_after < now() and name <> ${DEAD_QUEUE}`,
  );
  return rows[0]?.due ? new Date(rows[0].due) : undefined;
}

/** Locks a running job. Returns false if its try was considered lost. */
export async function lockTry(
  tx: Tx,
  { id, name, retryCount }: { id: string; name: string; retryCount: number },
): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`select from jobs.job where name = ${name} and id = ${id} and state = 'active' and retry_count = ${retryCount} for update`,
  );
  return rowCount === 1;
}

/** True if a job with this key has not ended. */
export async function isWaitingOrActive(tx: Tx, name: string, key: string): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`select from jobs.job where name = ${name} and singleton_key = ${key} and state in ('created', 'retry', 'active')`,
  );
  return rowCount !== 0;
}

/** Makes a waiting job of this key due now. Returns false if none waits. */
export async function changeDueToNow(tx: Tx, name: string, key: string): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`update jobs.job set start_after = now() where name = ${name} and singleton_key = ${key} and state in ('created', 'retry')`,
  );
  return rowCount === 1;
}
