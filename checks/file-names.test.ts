import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Names that several folders of an app use for the same thing, as names.md lists them. */
const SHARED_NAMES = /^(index|personal-data\.store|ledger-check\.store|ledger-check\.test|en|hi)\.ts$/;

/** Files of one app with the same name, each name once. */
function twins(paths: readonly string[]): string[] {
  const names = paths
    .filter((path) => /\.tsx?$/.test(path) && !/(^|\/)testing\//.test(path))
    .map((path) => basename(path))
    .filter((name) => !SHARED_NAMES.test(name));
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

test('two files of one app do not have the same name', () => {
  for (const app of ['apps/server/src', 'apps/web/src', 'apps/shop/src']) {
    const paths = readdirSync(join(ROOT, app), { recursive: true, encoding: 'utf8' });
    expect(paths.length, app).toBeGreaterThan(100);
    expect(twins(paths), app).toEqual([]);
  }
  expect(twins(['db/database.ts', 'sim/database.ts', 'a/index.ts', 'b/index.ts', 'testing/database.ts'])).toEqual([
    'database.ts',
  ]);
});
