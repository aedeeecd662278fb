import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rowsToMutate } from './mutant-rows.mjs';

interface Mutant {
  row: string;
  file: string;
  search: string;
  test: string;
}

const { seed, passedOver, mutants } = JSON.parse(readFileSync('scripts/mutants.json', 'utf8')) as {
  seed: string;
  passedOver: Record<string, string>;
  mutants: Mutant[];
};

test('each chosen row has its mutant, and each mutant its row', () => {
  expect(mutants.map(({ row }) => row).toSorted()).toEqual(rowsToMutate(seed, passedOver).toSorted());
});

test.each(mutants)('the mutant of $row has one place, and its test exists', ({ file, search, test: path }) => {
  expect(readFileSync(file, 'utf8').split(search).length - 1).toBe(1);
  expect(existsSync(path)).toBe(true);
});

test('each file of rules that mutants:scores breaks exists and has its table, and no other', () => {
  const [, lists = ''] =
    /^const PURE = ([^]*?)^const HELP/m.exec(readFileSync('scripts/mutant-scores.mjs', 'utf8')) ?? [];
  const files = [...lists.matchAll(/'([\w/-]+)'/g)].map(([, name]) => `apps/server/src/modules/${name}.ts`);
  const tables = [...readFileSync('docs/mutants.md', 'utf8').matchAll(/^## (\S+\.ts):/gm)].map(([, file]) => file);
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
  expect(tables.toSorted()).toEqual(files.toSorted());
});
