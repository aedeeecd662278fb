import { expect, test } from 'vitest';
import { DAY_MS } from '#kernel/durations.ts';
import { testDatabase } from '#testing/database.ts';
import { eventually } from '#testing/eventually.ts';
import { dropPartitions, listPartitions, makePartitions, type Partitioned } from './partitions.ts';

const database = await testDatabase();
const { $client: client } = database;
const DAY = new Date('2026-11-20T00:00:00Z');
const after = (days: number) => new Date(DAY.getTime() + days * DAY_MS);

/** A table of days with a row of each of these, all of them in its DEFAULT partition. */
async function tableOf(table: string, ...days: Date[]): Promise<Partitioned> {
  await client.query(`create table ${table} (at timestamptz not null) partition by range (at);
    create table ${table}_default partition of ${table} default`);
  await client.query(`insert into ${table} select unnest($1::timestamptz[])`, [days]);
  return { table, by: 'at', agedBy: 'at', each: 'day', ahead: 0 };
}

/** In which part each row is. */
async function partsOf({ table }: Partitioned): Promise<string[]> {
  const { rows } = await client.query<{ part: string }>(
    `select tableoid::regclass::text as part from ${table} order by at`,
  );
  return rows.map(({ part }) => part.replace(`${table}_`, ''));
}

/** Ends the connection that stands at this step, as it ends when the server or the database is killed. */
async function killAt(step: string, { table }: Partitioned): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where wait_event_type = 'Lock' and datname = current_database() and query like $1`,
      [`%${table}%${step}%`],
    );
    if (rowCount === 0) throw new Error(`Nobody waits at ${step}.`);
  });
}

/** Somebody reads a table, or one part of it, while something is done. */
async function whileReading(table: string, task: () => Promise<void>): Promise<void> {
  const reader = await client.connect();
  await reader.query(`begin; select from ${table}`);
  await task();
  await reader.query('commit');
  reader.release();
}

test('if creating a partition is killed half-way, all rows stay where they were, and the next try creates it', async () => {
  const parts = await tableOf('killed_making', DAY, after(1));
  await whileReading('killed_making_default', async () => {
    const making = makePartitions(database, parts, DAY);
    await Promise.all([expect(making).rejects.toThrow(), killAt('attach partition', parts)]);
  });
  expect(await partsOf(parts)).toEqual(['default', 'default']);
  expect(await listPartitions(database, parts.table)).toEqual(['killed_making_default']);
  await makePartitions(database, parts, DAY);
  expect(await partsOf(parts)).toEqual(['2026_11_20', 'default']);
});

test('if dropping a partition is killed half-way, it still has all its rows, and the next try drops it', async () => {
  const parts = await tableOf('killed_dropping', DAY, after(1));
  await makePartitions(database, parts, DAY);
  await whileReading('killed_dropping', async () => {
    const dropping = dropPartitions(database, parts, after(1));
    await Promise.all([expect(dropping).rejects.toThrow(), killAt('detach partition', parts)]);
  });
  expect(await partsOf(parts)).toEqual(['2026_11_20', 'default']);
  await dropPartitions(database, parts, after(1));
  expect(await partsOf(parts)).toEqual(['default']);
});
