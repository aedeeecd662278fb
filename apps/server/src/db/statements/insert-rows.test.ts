import { sql } from 'drizzle-orm';
import { boolean, doublePrecision, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { insertRows } from './insert-rows.ts';

const kept = pgTable('kept_rows', {
  id: integer('row_id').primaryKey(),
  words: text('words').array().notNull(),
  facts: jsonb('facts'),
  height: doublePrecision('height'),
  isKept: boolean('kept').notNull().default(true),
  at: timestamp('at', { withTimezone: true }),
});

const database = await testDatabase();
await database.$client.query(`create table kept_rows
  (row_id int primary key, words text[] not null, facts jsonb, height float8, kept boolean not null default true, at timestamptz)`);

test('rows are inserted with each kind of value as it is, a missing column with its default, and a conflict as the caller says', async () => {
  const first = {
    id: 1,
    words: ['it’s “one”', 'a,b', '{}', ''],
    facts: { open: '24x7', days: [1, null] },
    height: 0.1 + 0.2,
    at: new Date('2026-11-20T10:00:00.123Z'),
  };
  const second = { id: 2, words: [], facts: null, height: null, at: null };
  await insertRows(database, kept, [first, second]);
  await insertRows(database, kept, []);
  expect(await database.select().from(kept).orderBy(kept.id)).toEqual([
    { ...first, isKept: true },
    { ...second, isKept: true },
  ]);

  await expect(insertRows(database, kept, [{ id: 2, words: ['new'] }])).rejects.toThrow();
  await insertRows(
    database,
    kept,
    [{ id: 2, words: ['new'] }],
    sql`on conflict (row_id) do update set words = excluded.words`,
  );
  expect(await database.select({ words: kept.words }).from(kept).orderBy(kept.id)).toEqual([
    { words: first.words },
    { words: ['new'] },
  ]);
});
