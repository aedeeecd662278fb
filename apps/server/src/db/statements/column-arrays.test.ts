import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { bigints, floats, ints, texts, timestamps } from './column-arrays.ts';

const { $client: client } = await testDatabase();

async function asSeen(type: string, column: Buffer): Promise<unknown[]> {
  const { rows } = await client.query<{ value: unknown }>(`select unnest($1::${type}[]) as value`, [column]);
  return rows.map(({ value }) => value);
}

test('the database reads whole columns correctly, including nulls and extreme values', async () => {
  const int = [0, null, -1, 2_147_483_647, -2_147_483_648];
  expect(await asSeen('int', ints(int))).toEqual(int);

  const bigint = [0, -1, null, 2 ** 32, -(2 ** 32) - 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
  expect(await asSeen('bigint', bigints(bigint))).toEqual(bigint.map((value) => value?.toString() ?? null));

  const float = [0.1, null, -1e300, 54];
  expect(await asSeen('float8', floats(float))).toEqual(float);

  const at = ['1969-12-31T23:59:59.999Z', '2000-01-01T00:00:00.001Z', '2026-11-21T00:40:38.366Z'].map(
    (text) => new Date(text),
  );
  expect(await asSeen('timestamptz', timestamps([...at, null]))).toEqual([...at, null]);

  const text = ['', null, '{"a":"b\\\\c"}', 'बिजली ⚡', 'x'.repeat(100_000)];
  expect(await asSeen('text', texts(text))).toEqual(text);
});

test('a column without rows is empty', async () => {
  expect(await asSeen('int', ints([]))).toEqual([]);
  expect(await asSeen('text', texts([]))).toEqual([]);
});
