import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateDrizzleJson } from 'drizzle-kit/api';
import { integer, pgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import config from '../../../drizzle.config.ts';

const root = join(import.meta.dirname, '../../../../..');
const files = globSync([config.schema ?? []].flat(), { cwd: root });
const modules = await Promise.all(files.map((file) => import(join(root, file)) as Promise<object>));
const tables: object = Object.assign({}, ...modules);

/** Tables as the code has them are those that the newest migration leaves. */
function holdToMigrations(tables: object): void {
  const meta = join(root, config.out ?? '', 'meta');
  const newest = globSync('*_snapshot.json', { cwd: meta }).toSorted().at(-1) ?? expect.unreachable();
  const { id, prevId, ...migrated } = JSON.parse(readFileSync(join(meta, newest), 'utf8')) as Record<string, unknown>;
  const advice = 'the tables have changed since the newest migration: run `npm run db:generate -- --name what_it_does`';
  expect({ ...generateDrizzleJson({ ...tables }), id, prevId }, advice).toEqual({ ...migrated, id, prevId });
}

test('the migrations create exactly the tables that the code declares', () => {
  expect(files.length).toBeGreaterThan(10);
  holdToMigrations(tables);
});

test.each([
  ['a table', { planted: pgTable('planted', { id: integer() }) }],
  ['a column', { bookmarks: pgTable('bookmarks', { planted: integer() }) }],
])('%s without a migration is found, with a sentence that says what to do', (_, planted) => {
  expect(() => holdToMigrations({ ...tables, ...planted })).toThrow('run `npm run db:generate');
});
