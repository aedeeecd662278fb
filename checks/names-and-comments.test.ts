import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const IS_CODE = /^(apps|packages|tools|scripts|e2e|bench|checks)\/.*\.(ts|tsx|mjs|css|sql)$/;
const paths = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path && existsSync(join(ROOT, path)));
const code = paths
  // This file names what must not be there.
  .filter((path) => IS_CODE.test(path) && basename(path) !== basename(import.meta.filename))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

/** Comments, texts and names, in this order: a name within a comment or a text is none. */
const TOKEN =
  /(?<comment>\/\*[^]*?\*\/|(?<![:'"`\w/])\/\/[^\n]*)|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|(?<name>[A-Za-z_$][\w$]*)/g;
const commentsIn = (text: string): string[] => tokens(text).flatMap(({ comment }) => comment ?? []);
const namesIn = (text: string): string[] => [...new Set(tokens(text).flatMap(({ name }) => name ?? []))];

function tokens(text: string) {
  return Array.from(text.matchAll(TOKEN), ({ groups }) => groups as { comment?: string; name?: string });
}

function withoutComments(text: string): string {
  return text.replaceAll(TOKEN, (all) => (/^\/[/*]/.test(all) ? '' : all));
}

/** The words of a name: `giveBackAll` is `give back all`. */
function wordsOf(name: string): string {
  const words = name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  return ` ${words.join(' ').toLowerCase()} `;
}

const [, page = ''] = readFileSync(join(ROOT, 'docs/contributing/names.md'), 'utf8').split('## Words that names avoid');
const rows = [...page.matchAll(/^\| (`.*?) \|.*?\|(.*)\|$/gm)].map(([, not = '', except = '']) => ({ not, except }));
const quotedIn = (cell: string): string[] => [...cell.matchAll(/`([\w…]+)`/g)].map(([, name = '']) => name);
const avoided = rows.flatMap(({ not }) => quotedIn(not));
const excepted = new Set(rows.flatMap(({ except }) => quotedIn(except)));

const prefixes = avoided.filter((word) => word.endsWith('_…')).map((word) => word.slice(0, -1));
const avoidedWords = avoided.filter((word) => !word.endsWith('…')).map((word) => wordsOf(word));
const known = new Map<string, boolean>();

/** True if a name contains an avoided word. A word that ends in `_…` is the beginning of a constant. */
function isAvoided(name: string): boolean {
  const isKnown = known.get(name);
  if (isKnown !== undefined) return isKnown;
  const words = wordsOf(name);
  const isFound =
    !excepted.has(name) &&
    (prefixes.some((prefix) => name.startsWith(prefix)) || avoidedWords.some((word) => words.includes(word)));
  known.set(name, isFound);
  return isFound;
}

const avoidedNames = (text: string): string[] => namesIn(text).filter(isAvoided);

test('no name in the code contains a word that the page on names avoids', () => {
  expect(avoided.length).toBeGreaterThan(15);
  expect(code.length).toBeGreaterThan(1000);
  const found = code
    .filter(({ path }) => !path.endsWith('.sql'))
    .flatMap(({ path, text }) => avoidedNames(text).map((name) => `${path}: ${name}`));
  expect(found).toEqual([]);
});

test('a name with an avoided word is found; a comment, a text and a name of the wire are not', () => {
  expect(avoidedNames('const giveBackAll = MOST_USED; // a deed\nsend({ suits: 1 }, "news", `wish`);')).toEqual([
    'giveBackAll',
    'MOST_USED',
  ]);
  expect(avoidedNames('const [newsletter, almost, MAX_USED] = [];')).toEqual([]);
});

const MAX_COLUMNS = 120;
const IS_DIRECTIVE = /(?:eslint|oxlint)-disable/;

/** Lines of comments that go beyond the last column. A line without a space cannot be wrapped. */
function wideComments(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line.length > MAX_COLUMNS && /^\s*(?:\/\/|\/?\*) ?.+ /.test(line) && !IS_DIRECTIVE.test(line));
}

test('no line of a comment is wider than the code may be', () => {
  const wide = code.flatMap(({ path, text }) => wideComments(text).map((line) => `${path}: ${line.trim()}`));
  expect(wide).toEqual([]);
  const long = 'word '.repeat(30);
  expect(wideComments(`// ${long}\nconst a = '${long}';\n  * ${long}\n// short`)).toEqual([
    `// ${long}`,
    `  * ${long}`,
  ]);
});

/** Lines of comments where code begins and does not end: its two halves would read as other code. */
function brokenCode(text: string): string[] {
  const lines = commentsIn(text).flatMap((comment) => comment.split('\n'));
  return lines.filter((line) => line.split('`').length % 2 === 0);
}

test('code in a comment ends in the line where it begins', () => {
  expect(code.flatMap(({ path, text }) => brokenCode(text).map((line) => `${path}: ${line.trim()}`))).toEqual([]);
  expect(brokenCode('/* `a`\n * `b\n * c` */ const d = `one\ntwo`; // `e`')).toEqual([' * `b', ' * c` */']);
});

/**
 * Names of libraries, PostgreSQL, formats, the wire and rows that older releases wrote, and names that are only further
 * away in the code than a comment that quotes them.
 */
const NAMES_OF_OTHERS = new Set(
  (
    'abcdef afterAll area.what_happened back begin clientError deliveredWh drop fitBounds hi hold_used_up icon inArray ' +
    'isPlaceholderData lang main maxBounds meterLog money now pipeline problem recursive reference row ' +
    'scrypt$N$r$p$salt$hash status stop tabIndex toFixed traceparent transactionData unnest'
  ).split(' '),
);
const EXPORTED = /^export (?:async )?(?:function|const|class|interface|type) ([\w$]+)/gm;
const identifiersIn = (text: string): Set<string> => new Set(withoutComments(text).match(/[A-Za-z_$][\w$]*/g) ?? []);

/** Where a name that a comment quotes may be: in the code near the comment, and anywhere. */
interface QuotableNames {
  near: ReadonlySet<string>;
  /** What any file exports, and the folders. */
  exported: ReadonlySet<string>;
  everywhere: ReadonlySet<string>;
}

/**
 * Names and files in backticks in the comments of a text that do not exist. A plain name, such as that of a parameter,
 * must be near the comment or exported, because some file anywhere has almost any word.
 */
function missingIn(text: string, { near, exported, everywhere }: QuotableNames): string[] {
  const quoted = commentsIn(text).flatMap((comment) =>
    [...comment.matchAll(/`([\w$./-]+)(?:\(\))?`/g)].map(([, name = '']) => name),
  );
  return quoted.filter((name) => {
    if (NAMES_OF_OTHERS.has(name)) return false;
    if (/^[\w./-]+\.(?:ts|tsx|mjs|css|sql|md)$/.test(name))
      return !paths.some((path) => `/${path}`.endsWith(`/${name}`));
    if (/^[a-z][A-Za-z\d]*$/.test(name)) return !near.has(name) && !exported.has(name);
    return (
      /^[A-Za-z_$][\w$]*(?:\.[\w$]+)*$/.test(name) &&
      !everywhere.has(name) &&
      !name.split('.').every((part) => everywhere.has(part))
    );
  });
}

/** A path without its ending and the folder `src`, as imports name it at their end. */
const importedAs = (path: string): string => path.replace(/\.tsx?$/, '').replace('/src/', '/');

/** For each file with code, the names in itself and in what it imports. */
function namesNearEach(): Map<string, Set<string>> {
  const filesOfName = Map.groupBy(code, ({ path }) => importedAs(basename(path)));
  const own = new Map(code.map(({ path, text }) => [path, identifiersIn(text)]));
  const importsOf = (text: string): string[] =>
    [...text.matchAll(/from '(#|@bijli\/|[./]+)([^']+)'/g)].flatMap(([, how, from = '']) => {
      const end = `/${importedAs(from)}`;
      // A package names its files without their folders: `@bijli/ui/Badge`.
      const [workspace, ...names] = from.split('/');
      const isFileOf = (path: string): boolean =>
        how === '@bijli/' && names.length === 1 && path.includes(`/${workspace}/src/`);
      const found = filesOfName.get(basename(end)) ?? [];
      return found.map(({ path }) => path).filter((path) => `/${importedAs(path)}`.endsWith(end) || isFileOf(path));
    });
  return new Map(
    code.map(({ path, text }) => [
      path,
      new Set([path, ...importsOf(text)].flatMap((from) => [...(own.get(from) ?? [])])),
    ]),
  );
}

test('each name and file that a comment quotes exists', () => {
  const near = namesNearEach();
  const folders = paths.flatMap((path) => path.split('/').slice(0, -1));
  const exported = new Set([
    ...folders,
    ...code.flatMap(({ text }) => [...text.matchAll(EXPORTED)].map(([, name = '']) => name)),
  ]);
  const everywhere = new Set([
    ...[...near.values()].flatMap((names) => [...names]),
    ...paths.map((path) => basename(path)),
  ]);
  const missing = code.flatMap(({ path, text }) =>
    missingIn(text, { near: near.get(path) ?? new Set(), exported, everywhere }).map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('a quoted file or name that does not exist is found, and a parameter that only other files have', () => {
  const comment =
    '/** Calls `known()` and `gone`, as `gone.ts` and `Far.away` say. `elsewhere` is not here, `ours` is exported. */';
  const names = {
    near: new Set(['known']),
    exported: new Set(['ours']),
    everywhere: new Set(['elsewhere', 'Far', 'away']),
  };
  expect(missingIn(comment, names)).toEqual(['gone', 'gone.ts', 'elsewhere']);
});
