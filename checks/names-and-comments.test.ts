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

/** Names that comments quote of libraries, of formats and of rows that older releases wrote. */
const NAMES_OF_OTHERS = new Set(['area.what_happened', 'hold_used_up', 'maxBounds', 'scrypt$N$r$p$salt$hash']);

/** Names and files in backticks in the comments of a text that are not in the code. */
function missingIn(text: string, names: ReadonlySet<string>): string[] {
  const quoted = commentsIn(text).flatMap((comment) =>
    [...comment.matchAll(/`([\w$./-]+)(?:\(\))?`/g)].map(([, name = '']) => name),
  );
  return quoted.filter((name) => {
    if (NAMES_OF_OTHERS.has(name)) return false;
    if (/^[\w./-]+\.(?:ts|tsx|mjs|css|sql|md)$/.test(name))
      return !paths.some((path) => `/${path}`.endsWith(`/${name}`));
    return (
      /^[A-Za-z_$][\w$]*(?:\.[\w$]+)*$/.test(name) &&
      !names.has(name) &&
      !name.split('.').every((part) => names.has(part))
    );
  });
}

test('each name and file that a comment quotes exists', () => {
  const files = new Set(paths.map((path) => basename(path)));
  const names = code.flatMap(({ text }) => withoutComments(text).match(/[A-Za-z_$][\w$]*/g) ?? []);
  const all = new Set([...names, ...files]);
  const missing = code.flatMap(({ path, text }) => missingIn(text, all).map((name) => `${path}: ${name}`));
  expect(missing).toEqual([]);
  expect(missingIn('/** Calls `known()` and `gone`, as `gone.ts` says. */', new Set(['known']))).toEqual([
    'gone',
    'gone.ts',
  ]);
});
