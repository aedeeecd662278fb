import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { databaseUrl, testDatabase } from '#testing/database.ts';
import { testLog } from '#testing/log.ts';
import { openDatabase } from '../database.ts';

const url = databaseUrl(await testDatabase());
const database = openDatabase(url, testLog, 1);
afterAll(() => database.$client.end());

const prepared = async (like: string, on = database): Promise<number> => {
  const { rows } = await on.$client.query<{ count: number }>(
    `select count(*)::int as count from pg_prepared_statements where statement like '${like}'`,
  );
  return rows[0]?.count ?? -1;
};

test('a statement that is repeated is prepared once, and returns the same', async () => {
  for (let run = 1; run <= 8; run += 1) {
    const { rows } = await database.execute<{ twice: number }>(sql`select ${run}::int * 2 as twice`);
    expect(rows).toEqual([{ twice: run * 2 }]);
  }
  expect(await prepared('%::int * 2 as twice')).toBe(1);
});

test('statements that run once or twice, or have no parameters, are not prepared', async () => {
  for (let run = 1; run <= 2; run += 1) await database.execute(sql`select ${run}::int as rare`);
  for (let run = 1; run <= 5; run += 1) await database.execute(sql`select 1 as constant`);
  expect(await prepared('%as rare')).toBe(0);
  expect(await prepared('%as constant')).toBe(0);
});

test('a table that gets a column meanwhile can still be read', async () => {
  await database.execute(sql`create table notes (id int, text text)`);
  const insert = (id: number) => database.execute(sql`insert into notes (id, text) values (${id}, ${'one'})`);
  const read = async (id: number) => (await database.execute(sql`select id, text from notes where id = ${id}`)).rows;
  for (let id = 1; id <= 7; id += 1) {
    await insert(id);
    expect(await read(id)).toEqual([{ id, text: 'one' }]);
  }
  await database.execute(sql`alter table notes add column more int`);
  await insert(8);
  expect(await read(8)).toEqual([{ id: 8, text: 'one' }]);
});

test('a statement that fails can be run again', async () => {
  const half = async (of: number) =>
    (await database.execute<{ half: number }>(sql`select 10 / ${of}::int as half`)).rows;
  for (let run = 0; run < 4; run += 1) await expect(half(0)).rejects.toThrow();
  expect(await half(2)).toEqual([{ half: 5 }]);
  await expect(half(0)).rejects.toThrow();
  expect(await half(5)).toEqual([{ half: 2 }]);
});

test('a connection keeps a limited number of statements', async () => {
  const full = openDatabase(url, testLog, 1);
  for (let columns = 1; columns <= 700; columns += 1)
    for (let run = 0; run < 3; run += 1)
      await full.execute(sql`select ${columns}::int as ${sql.identifier(`many_${columns}`)}`);
  expect(await prepared('%', full)).toBe(500);
  await full.$client.end();
});

test('a plan that was made for a small table is dropped when the table has grown, also that of a foreign key', async () => {
  const run = async (text: string, values: unknown[] = []) => (await database.$client.query({ text, values })).rows;
  await run('create table grown (id int primary key, first int references grown) with (autovacuum_enabled = off)');
  await run('insert into grown values (1, 1)');
  // As PostgreSQL does by itself after a while: until it does so again it goes by plans for a table of this size.
  await run('analyze grown');
  const rowsRead = async () => {
    await run('select pg_stat_force_next_flush()');
    const [row] = await run("select seq_tup_read::int as rows from pg_stat_user_tables where relname = 'grown'");
    return row.rows;
  };
  const add = async (from: number, to: number) => {
    for (let id = from; id < to; id += 20) {
      await run('insert into grown select id, 1 from generate_series($1::int, $1 + 19) as id', [id]);
      await run('select first from grown where id = $1', [id]);
    }
  };
  await add(2, 4_002);
  const before = await rowsRead();
  expect(before).toBeGreaterThan(0);
  await add(4_002, 8_002);
  expect(await rowsRead()).toBe(before);
});
