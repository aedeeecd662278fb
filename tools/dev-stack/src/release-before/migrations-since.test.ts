import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addedInOneStep, migrationsSince } from './migrations-since.ts';
import type { Release } from './release-fixture.ts';

const release = JSON.parse(
  readFileSync(new URL('../../fixtures/release-before/release.json', import.meta.url), 'utf8'),
) as Release;

test('a CHECK or foreign key on an existing table is NOT VALID first and validated then', () => {
  const since = migrationsSince(release);
  expect(since.length).toBeGreaterThan(0);
  expect(since.flatMap(({ name, sql }) => addedInOneStep(sql).map((found) => `${name}: ${found}`))).toEqual([]);
});

const FOREIGN_KEY = 'ALTER TABLE "invoices" ADD CONSTRAINT "fk" FOREIGN KEY ("a") REFERENCES "public"."b"("id")';
const CHECK = 'ALTER TABLE "invoices" ADD CONSTRAINT "positive" CHECK ("invoices"."total_paise" > 0)';
const validate = (name: string): string => `ALTER TABLE "invoices" VALIDATE CONSTRAINT "${name}";`;
const migration = (...statements: string[]): string => statements.join('--> statement-breakpoint\n');

test.each([
  ['a foreign key in one step', [`${FOREIGN_KEY};`], ['"invoices" "fk"']],
  ['a CHECK in one step', [`${CHECK};`], ['"invoices" "positive"']],
  ['one that is never validated', [`${CHECK} NOT VALID;`], ['"invoices" "positive"']],
  ['one that is validated before it is there', [validate('fk'), `${FOREIGN_KEY} NOT VALID;`], ['"invoices" "fk"']],
  ['one where another is validated', [`${CHECK} NOT VALID;`, validate('fk')], ['"invoices" "positive"']],
  [
    'a column that refers at once',
    ['ALTER TABLE "invoices" ADD COLUMN "a" bigint REFERENCES "b"("id");'],
    ['"invoices" "a"'],
  ],
  ['two steps', [`${CHECK} NOT VALID;`, validate('positive')], []],
  ['a table of its own', ['CREATE TABLE "invoices" (\n\t"a" bigint\n);', `${FOREIGN_KEY};`], []],
  ['what is only unique', ['ALTER TABLE "invoices" ADD CONSTRAINT "one" UNIQUE("a");'], []],
])('for %s the rule gives the right answer', (_, statements, found) => {
  expect(addedInOneStep(migration(...statements))).toEqual(found);
});
