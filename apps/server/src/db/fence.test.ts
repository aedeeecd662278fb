import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { fenced, FencedOff, type Fence } from './fence.ts';

const database = await testDatabase();
const { $client: pool } = database;
await pool.query('create table words (word text not null)');
await pool.query(`insert into charger_links (charger_id, node_id, epoch) values ('CP-1', 'another', 8)`);

const words = async (): Promise<string[]> =>
  (await pool.query<{ word: string }>('select word from words order by word')).rows.map(({ word }) => word);

function fenceOf(epoch: number): { fence: Fence; heard: number[] } {
  const heard: number[] = [];
  return { fence: { chargePointId: 'CP-1', epoch: () => epoch, onOutdated: (newer) => heard.push(newer) }, heard };
}

test.each([
  ['an insert', `insert into words values ('late')`],
  ['an update', `update words as w set word = 'late'`],
  ['a deletion', 'delete from words'],
  ['one that begins with a query', `with late as (select 'late' as word) insert into words select word from late`],
])('a single write is refused if another node owns the charge point, as in a transaction: %s', async (_, text) => {
  await pool.query(`truncate words; insert into words values ('kept')`);
  const { fence, heard } = fenceOf(7);
  await expect(fenced(fence, () => pool.query(text))).rejects.toBeInstanceOf(FencedOff);
  expect(heard).toEqual([8]);
  expect(await words()).toEqual(['kept']);
  const { rows } = await fenced(fence, () => pool.query('select word from words'));
  expect(rows).toEqual([{ word: 'kept' }]);
  await fenced(fenceOf(8).fence, () => pool.query(text));
  expect(await words()).not.toEqual(['kept']);
});

test('a single write that fails behind the fence leaves its connection usable', async () => {
  const { fence } = fenceOf(8);
  for (let times = 0; times < 40; times += 1)
    await expect(fenced(fence, () => pool.query('insert into words values (null)'))).rejects.toThrow('null value');
  await fenced(fence, () => pool.query(`insert into words values ('after')`));
  expect(await words()).toContain('after');
});
