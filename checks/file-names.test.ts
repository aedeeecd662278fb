import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Names that several folders of an app use for the same thing, as names.md lists them. */
const SHARED_NAMES = /^(index|personal-data\.store|ledger-check\.store|ledger-check\.test|en|hi)\.ts$/;

/** Files with the same name, each name once. */
function twins(paths: readonly string[]): string[] {
  const names = paths
    .filter((path) => /\.tsx?$/.test(path) && !/(^|\/)testing\//.test(path))
    .map((path) => basename(path))
    .filter((name) => !SHARED_NAMES.test(name));
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

const workspaces = ['apps', 'packages', 'tools'].flatMap((kind) =>
  readdirSync(join(ROOT, kind)).map((name) => `${kind}/${name}/src`),
);

test('two files of one workspace do not have the same name', () => {
  expect(workspaces.length).toBeGreaterThan(9);
  for (const workspace of [...workspaces, 'bench/src', 'e2e']) {
    const paths = readdirSync(join(ROOT, workspace), { recursive: true, encoding: 'utf8' });
    expect(paths.length, workspace).toBeGreaterThan(3);
    expect(twins(paths), workspace).toEqual([]);
  }
  expect(twins(['db/database.ts', 'sim/database.ts', 'a/index.ts', 'b/index.ts', 'testing/database.ts'])).toEqual([
    'database.ts',
  ]);
});
