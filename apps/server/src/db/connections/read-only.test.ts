import { expect, test } from 'vitest';
import { atEnd } from '#testing/at-end.ts';
import { databaseUrl, testDatabase } from '#testing/database.ts';
import { testLog } from '#testing/log.ts';
import { isDatabaseUnavailable } from '../database-unavailable.ts';
import { openDatabase, openServerDatabase } from '../database.ts';
import { createProbe } from '../migrate.ts';

const own = await testDatabase();
const url = databaseUrl(own);
const ONE = { connections: 1, connectMs: 5000, statementMs: 5000, lockMs: 5000 };
const server = openServerDatabase(url, testLog, { pools: ONE });
const tool = openDatabase(url, testLog, 1);
atEnd(() => Promise.all([server.$client.end(), tool.$client.end()]));

const WRITES = 'create temporary table if not exists noted (id int)';
const connection = async (): Promise<number> =>
  (await server.$client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0;

test('a read-only database counts as away; a server leaves it for another one at the same address', async () => {
  const name = new URL(url).pathname.slice(1);
  const before = await connection();
  // As where a standby took the place, and this connection still leads to the one before.
  await server.$client.query('set default_transaction_read_only = on');
  await server.$client.query(WRITES);
  expect(await connection()).not.toBe(before);

  await tool.$client.query(`alter database ${name} set default_transaction_read_only = on`);
  await server.$client.query('set default_transaction_read_only = on');
  const refused: unknown = await connection().catch((error: unknown) => error);
  expect(isDatabaseUnavailable(refused)).toBe(true);
  expect(await createProbe(server)()).toBe('the database does not answer');
  // What only wants to read may.
  expect((await tool.$client.query('select 1')).rowCount).toBe(1);
  await tool.$client.query(`alter database ${name} reset default_transaction_read_only`);
  await server.$client.query(WRITES);
  expect(await createProbe(server)()).toBe(undefined);
});
