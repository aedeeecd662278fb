import { sql, type SQL } from 'drizzle-orm';
import { DAY_MS } from '#kernel/durations.ts';
import type { Database } from '../database.ts';

/**
 * A table with a partition for each day or month (UTC) of a column. Rows outside all of them are in its DEFAULT
 * partition.
 */
export interface Partitioned {
  table: string;
  /** The column that decides in which partition a row is. */
  by: string;
  /** The column that decides how old a row is. */
  agedBy: string;
  /** The rows that stay, however old they are. */
  spared?: SQL;
  each: 'day' | 'month';
  /** Number of partitions that are created in advance. */
  ahead: number;
}

/** How long a query may wait behind a partition change that waits for its own lock. */
const LOCK_TIMEOUT = sql.raw(`set local lock_timeout = '100ms'`);
const MAX_TRIES = 30;

/** Creates the partitions of now and of the next few days or months. */
export async function makePartitions(database: Database, parts: Partitioned, now: Date): Promise<void> {
  const known = await listPartitions(database, parts.table);
  for (let ahead = 0; ahead <= parts.ahead; ahead += 1) {
    const from = periodOf(parts, now, ahead);
    const name = nameOf(parts, from);
    if (known.includes(name)) continue;
    const start = sql.raw(`'${from.toISOString()}'`);
    const end = sql.raw(`'${periodOf(parts, from, 1).toISOString()}'`);
    const [table, part, by] = [sql.identifier(parts.table), sql.identifier(name), sql.identifier(parts.by)];
    // Created apart and then attached, because creating it in place would block readers and writers of the whole table.
    await patiently(database, [
      // The default partition gets no rows of the new partition until that is attached.
      sql`lock table ${restOf(parts)} in share row exclusive mode`,
      sql`create table ${part} (like ${table} including all)`,
      sql`with early as (delete from ${restOf(parts)} where ${by} >= ${start} and ${by} < ${end} returning *) insert into ${part} select * from early`,
      sql`alter table ${table} attach partition ${part} for values from (${start}) to (${end})`,
    ]);
  }
}

/** Drops partitions that ended before a time, and older rows outside them. Younger and spared rows stay. */
export async function dropPartitions(database: Database, parts: Partitioned, before: Date): Promise<void> {
  const old = sql`(${sql.identifier(parts.agedBy)} < ${before} and not ${parts.spared ?? sql`false`})`;
  const first = nameOf(parts, periodOf(parts, before, 0));
  for (const name of await listPartitions(database, parts.table)) {
    // The names of partitions sort like their times.
    if (name === `${parts.table}_default` || name >= first) continue;
    const table = sql.identifier(parts.table);
    const part = sql.identifier(name);
    await patiently(database, [
      sql`alter table ${table} detach partition ${part}`,
      // If rows are partitioned by the time that also decides their age, all of them are expired.
      ...(parts.agedBy === parts.by ? [] : [sql`insert into ${table} select * from ${part} where not ${old}`]),
      sql`drop table ${part}`,
    ]);
  }
  await database.execute(sql`delete from ${restOf(parts)} where ${old}`);
}

function restOf({ table }: Partitioned) {
  return sql.identifier(`${table}_default`);
}

/** The names of its partitions, oldest first. */
export async function listPartitions(database: Database, table: string): Promise<string[]> {
  const { rows } = await database.execute<{ name: string }>(sql`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = ${table}::regclass order by relname`);
  return rows.map(({ name }) => name);
}

/** One transaction that does not wait long for a lock, and tries again if one is held. */
async function patiently(database: Database, statements: SQL[]): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.transaction(async (tx) => {
        await tx.execute(LOCK_TIMEOUT);
        for (const statement of statements) await tx.execute(statement);
      });
    } catch (error) {
      if (tries === MAX_TRIES || !isInTheWay(error)) throw error;
    }
  }
}

/** True if a lock is held, or the DEFAULT partition has a row of the new partition. */
function isInTheWay(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code === '55P03' || cause?.code === '23514';
}

/** The start of the day or month of a time, or of a later one. */
function periodOf({ each }: Partitioned, at: Date, after: number): Date {
  if (each === 'day') return new Date((Math.floor(at.getTime() / DAY_MS) + after) * DAY_MS);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + after));
}

function nameOf({ table, each }: Partitioned, from: Date): string {
  const day = from.toISOString().slice(0, each === 'day' ? 10 : 7);
  return `${table}_${day.replaceAll('-', '_')}`;
}
