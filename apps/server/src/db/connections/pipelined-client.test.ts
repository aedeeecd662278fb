import type { Socket } from 'node:net';
import type { PoolClient } from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '#db/database.ts';
import { databaseUrl, testDatabase } from '#testing/database.ts';
import { testLog } from '#testing/log.ts';

const database = await testDatabase();
const { $client: pool } = database;

/** Bytes that were handed to the connection so far. */
const sent = (client: PoolClient) => (client.connection.stream as Socket).bytesWritten;
const count = async () => (await pool.query('select from noted')).rowCount;

beforeAll(async () => {
  await pool.query('create table noted (id int)');
});

test.each([
  ['reads', 'select $1::int as n', [{ n: 7 }]],
  ['writes', 'insert into noted values ($1) returning id', [{ id: 7 }]],
])('a BEGIN is sent together with the first statement, which %s', async (_, text, rows) => {
  const client = await pool.connect();
  // It is prepared at its third run.
  for (let run = 1; run <= 4; run += 1) {
    const before = sent(client);
    expect(await client.query('begin')).toMatchObject({ command: 'BEGIN' });
    expect(sent(client)).toBe(before);
    const first = client.query<{ n: number; id: number }>({ text, values: [7] });
    const both = sent(client);
    expect(both).toBeGreaterThan(before);
    expect((await first).rows).toEqual(rows);
    // Nothing of it had waited for the answer.
    expect(sent(client)).toBe(both);
    await client.query('rollback');
  }
  client.release();
  expect(await count()).toBe(0);
});

test('a first statement without values is part of the transaction, and has its own answer', async () => {
  const client = await pool.connect();
  await client.query('begin');
  expect(await client.query('insert into noted values (8) returning id')).toMatchObject({
    command: 'INSERT',
    rows: [{ id: 8 }],
  });
  await client.query('rollback');
  client.release();
  expect(await count()).toBe(0);
});

test('a first statement that fails is known to be prepared only when it is', async () => {
  const client = await pool.connect();
  const read = () => client.query({ name: 'of-later', text: 'select id from later where id > $1', values: [0] });
  await client.query('begin');
  await expect(read()).rejects.toThrow('does not exist');
  await client.query('rollback');
  await client.query('create table later (id int)');
  await client.query('begin');
  expect((await read()).rows).toEqual([]);
  await client.query('commit');
  client.release();
});

test.each([
  ['with', [7]],
  ['without', []],
])(
  'after a first statement %s values that PostgreSQL cannot parse, the connection has a transaction to roll back',
  async (_, values) => {
    const client = await pool.connect();
    const ended = vi.fn<() => void>();
    client.once('end', ended);
    await client.query('begin');
    await expect(client.query('insert into noted value ($1', values)).rejects.toThrow('syntax error');
    // What does not know of the error yet is not written either.
    await expect(client.query('insert into noted values (9)')).rejects.toThrow('aborted');
    expect(await client.query('rollback')).toMatchObject({ command: 'ROLLBACK' });
    expect((await client.query<{ n: number }>('select 1 as n')).rows).toEqual([{ n: 1 }]);
    expect(ended).not.toHaveBeenCalled();
    client.release();
    expect(await count()).toBe(0);
  },
);

test('an empty transaction ends, and so does one that begins with a write', async () => {
  await database.transaction(async () => {});
  const failing = database.transaction(async (tx) => {
    await tx.execute('insert into noted values (2)');
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await count()).toBe(0);
});

test('transactions that are sent one behind the other stay apart, and nothing is written outside of them', async () => {
  const one = openDatabase(databaseUrl(database), testLog, 1);
  const { $client } = one;
  const client = await $client.connect();
  const insert = (id: number) => client.query('insert into noted values ($1)', [id]);
  const ids = () => client.query<{ id: number }>('select id from noted');
  const all = [client.query('begin'), insert(4), ids(), client.query('rollback'), ids()] as const;
  // The next transaction begins behind all that.
  const next = [client.query('begin'), insert(5), ids(), client.query('rollback')] as const;
  client.release();
  const after = $client.query('select from noted');
  expect([(await all[2]).rows, (await all[4]).rows, (await next[2]).rows]).toEqual([[{ id: 4 }], [], [{ id: 5 }]]);
  expect((await after).rowCount).toBe(0);

  let written: Promise<unknown> | undefined;
  const failing = one.transaction(async (tx) => {
    written = tx.execute('insert into noted values (6)').execute();
    await Promise.all([written, Promise.reject(new Error('no'))]);
  });
  await expect(failing).rejects.toThrow('no');
  await written;
  await $client.end();
  expect(await count()).toBe(0);
});

test('if a transaction cannot begin, nothing is written and its connection is closed', async () => {
  const one = openDatabase(databaseUrl(database), testLog, 1);
  const client = await one.$client.connect();
  await client.query('begin');
  await expect(client.query('select 1/0')).rejects.toThrow('division');
  // PostgreSQL refuses to begin within a transaction that has failed.
  await client.query('begin');
  await expect(client.query('insert into noted values ($1)', [3])).rejects.toThrow();
  client.release();
  expect((await one.$client.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
  await one.$client.end();
  expect(await count()).toBe(0);
});
