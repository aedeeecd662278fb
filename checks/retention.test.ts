import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const server = globSync('apps/server/src/**/*.ts', { cwd: root })
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');
const [, table = ''] = readFileSync(join(root, 'docs/architecture/retention.md'), 'utf8').split(
  '## What is purged, and when',
);

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].toSorted();

test('the page on retention lists each purge of rows, and no other', () => {
  const purges = namesIn(server, /^export async function (purge(?!Expired\b)\w+)/gm);
  expect(purges.length).toBeGreaterThan(5);
  expect(namesIn(table, /^\|[^|]*\| `(purge\w+)` \|/gm)).toEqual(purges);
});

test('the page on retention has the same periods as the constants', () => {
  const kept = [...server.matchAll(/^const (KEEP_\w+_MS) = (?:(\d+) \* )?(DAY|HOUR)_MS;/gm)].map(
    ([, name, count = '1', unit = '']) => `\`${name}\`: ${count} ${unit.toLowerCase()}${count === '1' ? '' : 's'}`,
  );
  expect(kept.length).toBeGreaterThan(5);
  expect(kept.filter((told) => !table.includes(told))).toEqual([]);
});
