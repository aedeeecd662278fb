import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const MAX_LINES = 330;
/** A module's `index.ts` lists what it offers. A longer one hides rules that deserve a file, or is two modules. */
const MAX_INDEX_LINES = 200;
const MODULE_INDEX = /^apps\/server\/src\/modules\/[^/]+\/index\.ts$/;

/**
 * Files that are lists, which nobody reads from end to end. Nothing that is generated is code here: migrations are SQL.
 */
const IS_LIST = [
  // One case after another.
  /\.(test|spec)\.tsx?$/,
];

interface CodeFile {
  path: string;
  lines: number;
}

function codeFiles(): CodeFile[] {
  const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.js', '*.mjs', '*.css'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const paths = listed.trim().split('\n');
  return paths.map((path) => ({
    path,
    lines: readFileSync(join(ROOT, path), 'utf8').split('\n').length - 1,
  }));
}

function tooLong(files: CodeFile[]): string[] {
  return files
    .filter(({ path }) => !IS_LIST.some((list) => list.test(path)))
    .filter(({ path, lines }) => lines > (MODULE_INDEX.test(path) ? MAX_INDEX_LINES : MAX_LINES))
    .map(({ path, lines }) => `${path}: ${lines} lines`);
}

test('no file of code or styles has more than 330 lines, and no `index.ts` of a module more than 200', () => {
  const files = codeFiles();
  expect(files.filter(({ path }) => MODULE_INDEX.test(path)).length).toBeGreaterThan(15);
  expect(files.length).toBeGreaterThan(1000);
  expect(tooLong(files)).toEqual([]);
});

test('a file that is too long is named with its lines; tests may have any length', () => {
  const planted = [
    { path: 'apps/server/src/modules/wallet/index.ts', lines: 201 },
    { path: 'apps/server/src/modules/wallet/holds.ts', lines: 330 },
    { path: 'apps/web/src/screens/map/MapScreen.tsx', lines: 331 },
    { path: 'apps/web/src/screens/map/MapScreen.module.css', lines: 331 },
    { path: 'e2e/journeys/map.spec.ts', lines: 900 },
  ];
  expect(tooLong(planted)).toEqual([
    'apps/server/src/modules/wallet/index.ts: 201 lines',
    'apps/web/src/screens/map/MapScreen.tsx: 331 lines',
    'apps/web/src/screens/map/MapScreen.module.css: 331 lines',
  ]);
});

const MAX_FUNCTION_LINES = 80;
/** Lists of short entries: what a server is made of, and what it does again and again. */
const LONG_LISTS = new Set(['createModules', 'createSessions', 'startLoops']);

/** A function as the linter sees it; where it stands in its file, in bytes. */
interface FunctionSpan {
  path: string;
  name: string;
  line: number;
  lines: number;
  from: number;
  to: number;
}

/**
 * Every function of more than one line. The linter parses; the counting is ours, since it counts functions within
 * others twice.
 */
function functionSpans(): FunctionSpan[] {
  const folder = mkdtempSync(join(tmpdir(), 'function-lengths-'));
  const config = join(folder, 'oxlint.json');
  const rules = { 'eslint/max-lines-per-function': ['error', { max: 1, skipBlankLines: false, skipComments: false }] };
  writeFileSync(config, JSON.stringify({ plugins: [], categories: {}, rules }));
  const oxlint = join(ROOT, 'node_modules/oxlint/bin/oxlint');
  const options = { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 27 } as const;
  const { stdout } = spawnSync(process.execPath, [oxlint, '-c', config, '-f', 'json', '.'], options);
  rmSync(folder, { recursive: true });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: {
      filename: string;
      message: string;
      labels: { span: { line: number; offset: number; length: number } }[];
    }[];
  };
  return diagnostics.flatMap(({ filename: path, message, labels }) => {
    const span = labels[0]?.span;
    if (!span) return [];
    const { line, offset: from, length } = span;
    const name = /`(.*)`/.exec(message)?.[1] ?? '';
    return [{ path, name, line, lines: Number(/\((\d+)\)/.exec(message)?.[1]), from, to: from + length }];
  });
}

/**
 * Functions whose own lines are too many, not counting those of functions within them: a list of short ones may be
 * long.
 */
function tooLongFunctions(spans: FunctionSpan[]): string[] {
  const inFile = Map.groupBy(spans, ({ path }) => path);
  return spans
    .filter(
      ({ path, name, lines }) =>
        lines > MAX_FUNCTION_LINES && !IS_LIST.some((list) => list.test(path)) && !LONG_LISTS.has(name),
    )
    .map((span) => ({ ...span, own: ownLines(span, inFile.get(span.path) ?? []) }))
    .filter(({ own }) => own > MAX_FUNCTION_LINES)
    .map(({ path, line, name, own }) => `${path}:${line} ${name}: ${own} lines`);
}

function ownLines(span: FunctionSpan, inFile: FunctionSpan[]): number {
  const { from, to, lines } = span;
  const within = inFile.filter((other) => other !== span && other.from >= from && other.to <= to);
  const counted = new Set<number>();
  // The line that a function begins on is the outer one's too.
  for (const inner of within) for (let line = 1; line < inner.lines; line += 1) counted.add(inner.line + line);
  return lines - counted.size;
}

test('no function has more than 80 lines of its own, except lists of short entries', () => {
  const spans = functionSpans();
  expect(spans.length).toBeGreaterThan(5000);
  expect(spans.map(({ name }) => name)).toEqual(expect.arrayContaining([...LONG_LISTS]));
  expect(tooLongFunctions(spans)).toEqual([]);
});

test('a function that is too long is named; one that is long only by functions within it, and a test, are not', () => {
  const span = { path: 'a.ts', name: 'long', line: 1, lines: 81, from: 0, to: 900 };
  const inner = { path: 'a.ts', name: 'inner', line: 10, lines: 2, from: 100, to: 200 };
  expect(tooLongFunctions([span])).toEqual(['a.ts:1 long: 81 lines']);
  expect(tooLongFunctions([span, inner])).toEqual([]);
  expect(tooLongFunctions([span, { ...inner, path: 'b.ts' }])).toEqual(['a.ts:1 long: 81 lines']);
  expect(tooLongFunctions([{ ...span, path: 'a.test.ts' }])).toEqual([]);
});
