import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const MAX_LINES = 330;
/** A module's face lists what it offers: one that is longer hides rules that deserve a file, or is two modules. */
const MAX_FACE_LINES = 200;
const FACE = /^apps\/server\/src\/modules\/[^/]+\/index\.ts$/;

/** Files that are lists, which nobody reads from end to end. Nothing that is generated is code here: migrations are SQL. */
const IS_LIST = [
  // One case after another.
  /\.(test|spec)\.tsx?$/,
  // Every sentence of a language.
  /\/messages\//,
];

interface CodeFile {
  path: string;
  lines: number;
}

function codeFiles(): CodeFile[] {
  const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.js', '*.mjs'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  const paths = listed.trim().split('\n');
  return paths.map((path) => ({
    path,
    lines: readFileSync(join(import.meta.dirname, path), 'utf8').split('\n').length - 1,
  }));
}

function tooLong(files: CodeFile[]): string[] {
  return files
    .filter(({ path }) => !IS_LIST.some((list) => list.test(path)))
    .filter(({ path, lines }) => lines > (FACE.test(path) ? MAX_FACE_LINES : MAX_LINES))
    .map(({ path, lines }) => `${path}: ${lines} lines`);
}

test('no code file has more than 330 lines, and no face of a module more than 200', () => {
  const files = codeFiles();
  expect(files.filter(({ path }) => FACE.test(path)).length).toBeGreaterThan(15);
  expect(files.length).toBeGreaterThan(1000);
  expect(tooLong(files)).toEqual([]);
});

test('one that is too long is named with its lines; tests and messages of a language may be as long as they must', () => {
  const planted = [
    { path: 'apps/server/src/modules/wallet/index.ts', lines: 201 },
    { path: 'apps/server/src/modules/wallet/holds.ts', lines: 330 },
    { path: 'apps/web/src/screens/map/MapScreen.tsx', lines: 331 },
    { path: 'e2e/journeys/map.spec.ts', lines: 900 },
    { path: 'apps/web/src/messages/en.ts', lines: 1200 },
  ];
  expect(tooLong(planted)).toEqual([
    'apps/server/src/modules/wallet/index.ts: 201 lines',
    'apps/web/src/screens/map/MapScreen.tsx: 331 lines',
  ]);
});
