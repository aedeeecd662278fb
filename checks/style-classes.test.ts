import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

interface SourceFile {
  path: string;
  text: string;
}

/** What a file uses of a style sheet: class names, or any of them where the name is computed, as in `styles[tone]`. */
interface Use {
  sheet: string;
  path: string;
  classes: string[];
  isComputed: boolean;
}

const IMPORT = /^import (\w+) from '([^']+\.module\.css)';$/gm;

function usesIn({ path, text }: SourceFile): Use[] {
  const code = text.replaceAll(IMPORT, '');
  return [...text.matchAll(IMPORT)].map(([, name = '', from = '']) => {
    const kit = from.replace(/^@bijli\/ui\//, 'packages/ui/src/');
    return {
      sheet: kit === from ? join(dirname(path), from) : kit,
      path,
      classes: [...code.matchAll(new RegExp(String.raw`\b${name}\.(\w+)`, 'g'))].map(([, used = '']) => used),
      isComputed: new RegExp(String.raw`\b${name}\[`).test(code),
    };
  });
}

function classesOf({ text }: SourceFile): Set<string> {
  // Other sheets define what `:global` names; decimals such as `.5rem` are no classes.
  const own = text.replaceAll(/\/\*[^]*?\*\/|:global\([^)]*\)/g, '');
  return new Set([...own.matchAll(/\.([a-zA-Z]\w*)/g)].map(([, name = '']) => name));
}

/** Classes that code uses and its sheet does not have, and classes of a sheet that no code uses. */
function mismatches(code: readonly SourceFile[], sheets: readonly SourceFile[]): string[] {
  const uses = code.flatMap(usesIn);
  return sheets.flatMap((sheet) => {
    const classes = classesOf(sheet);
    const ofSheet = uses.filter((use) => use.sheet === sheet.path);
    const used = new Set(ofSheet.flatMap((use) => use.classes));
    const missing = ofSheet.flatMap(({ path, classes: named }) =>
      named.filter((name) => !classes.has(name)).map((name) => `${path}: .${name} is not in ${sheet.path}`),
    );
    const isComputed = ofSheet.some((use) => use.isComputed);
    const unused = isComputed ? [] : [...classes].filter((name) => !used.has(name));
    return [...missing, ...unused.map((name) => `${sheet.path}: nothing uses .${name}`)];
  });
}

function filesOf(...patterns: string[]): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', ...patterns], { cwd: ROOT, encoding: 'utf8' });
  return listed
    .trim()
    .split('\n')
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

test('every class that code uses is in its style sheet, and every class of a style sheet is used', () => {
  const sheets = filesOf('*.module.css');
  expect(sheets.length).toBeGreaterThan(80);
  expect(mismatches(filesOf('apps/*.tsx', 'packages/ui/*.tsx', 'apps/*.ts', 'packages/ui/*.ts'), sheets)).toEqual([]);
});

test('a class that is missing or unused is named; a computed name may be any class of its sheet', () => {
  const code = [
    { path: 'apps/web/a/A.tsx', text: "import styles from './A.module.css';\n<p className={styles.name} />" },
    { path: 'apps/web/a/B.tsx', text: "import looks from '@bijli/ui/B.module.css';\n<p className={looks[tone]} />" },
  ];
  const sheets = [
    { path: 'apps/web/a/A.module.css', text: '.row { margin: 0.5rem }\n:global(.clip) .row {}\n/* .name */' },
    { path: 'packages/ui/src/B.module.css', text: '.good {}\n.bad {}' },
  ];
  expect(mismatches(code, sheets)).toEqual([
    'apps/web/a/A.tsx: .name is not in apps/web/a/A.module.css',
    'apps/web/a/A.module.css: nothing uses .row',
  ]);
});
