import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { arrayOf, fixedStatement } from './fixed-statement.ts';

const database = await testDatabase();

test('a statement of a fixed text runs with its values, in and outside a transaction', async () => {
  const twice = fixedStatement('select $1::int * 2 as twice, $2::text as word', [21, null]);
  expect((await database.execute(twice)).rows).toEqual([{ twice: 42, word: null }]);
  expect((await database.transaction((tx) => tx.execute(twice))).rows).toEqual([{ twice: 42, word: null }]);
});

test.each([
  '',
  'null',
  'NULL',
  ' a ',
  'a,b',
  '{a}',
  'a"b',
  String.raw`a\b`,
  String.raw`a\"`,
  "o'clock",
  'चार्ज',
  'a\nb',
])('an array keeps the text %j', async (text) => {
  const { rows } = await database.execute(fixedStatement('select $1::text[] as all', [arrayOf([text, 'next'])]));
  expect(rows).toEqual([{ all: [text, 'next'] }]);
});

test('an array keeps numbers, truths and nulls', async () => {
  const values = [arrayOf([-1, null, 9_007_199_254_740_991]), arrayOf([true, false, null]), arrayOf([])];
  const { rows } = await database.execute(
    fixedStatement('select $1::bigint[]::text as numbers, $2::boolean[] as truths, $3::int[] as none', values),
  );
  expect(rows).toEqual([{ numbers: '{-1,NULL,9007199254740991}', truths: [true, false, null], none: [] }]);
});
