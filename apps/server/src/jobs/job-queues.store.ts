import { sql } from 'drizzle-orm';
import { fromDrizzle } from 'pg-boss';
import type { Tx } from '#db/database.ts';
import { DEAD_QUEUE } from './boss.ts';

/** The library's way into a transaction of ours. */
export const executorOf = (tx: Tx) => fromDrizzle(tx, sql);

/** Jobs of a queue that were begun and have not ended. */
export async function listActive(tx: Tx, name: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from jobs.job where name = ${name} and state = 'active'`,
  );
  return rows.map(({ id }) => id);
}

/** Since when the job is due that waits longest; dead ones wait for nobody. */
export async function findOldestDue(tx: Tx): Promise<Date | undefined> {
  const { rows } = await tx.execute<{ due: string | null }>(
    sql`select min(start_after) as due from jobs.job where state in ('created', 'retry') and start_after < now() and name <> ${DEAD_QUEUE}`,
  );
  return rows[0]?.due ? new Date(rows[0].due) : undefined;
}

/** Locks a job whose try is under way. Answers false when that try was taken for lost. */
export async function lockTry(
  tx: Tx,
  { id, name, retryCount }: { id: string; name: string; retryCount: number },
): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`select from jobs.job where name = ${name} and id = ${id} and state = 'active' and retry_count = ${retryCount} for update`,
  );
  return rowCount === 1;
}

/** Whether a job of this key is not over yet. */
export async function isWaitingOrActive(tx: Tx, name: string, key: string): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`select from jobs.job where name = ${name} and singleton_key = ${key} and state in ('created', 'retry', 'active')`,
  );
  return rowCount !== 0;
}

/** Has a job that waits under this key done now. Answers false where none waits. */
export async function runWaitingNow(tx: Tx, name: string, key: string): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`update jobs.job set start_after = now() where name = ${name} and singleton_key = ${key} and state in ('created', 'retry')`,
  );
  return rowCount === 1;
}
