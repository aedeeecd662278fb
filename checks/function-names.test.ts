import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { fieldsOf, isNode, nameOf, nodesOf, parse, withoutType, type Node } from './syntax.ts';

const ROOT = join(import.meta.dirname, '..');
const [, page = ''] = readFileSync(join(ROOT, 'docs/contributing/names.md'), 'utf8').split('## Functions that read');
const [ofFunctions = ''] = page.split('In the browser');
const [ofStores = ''] = ofFunctions.split('Outside stores');
const verbsIn = (text: string): Set<string> => new Set([...text.matchAll(/`([a-z]+)…/g)].map(([, verb = '']) => verb));
/** The verbs that the page on names allows in stores, and anywhere on the server. */
const STORE_VERBS = verbsIn(ofStores);
const VERBS = verbsIn(ofFunctions);
const hasVerb = (name: string, verbs: ReadonlySet<string> = VERBS): boolean => {
  const [first = ''] = /^[a-z]+/.exec(name) ?? [];
  return verbs.has(first) || (first.startsWith('un') && verbs.has(first.slice('un'.length)));
};

const WRITES = /\.(?:insert|update|delete)\(|\b(?:insert into|update|delete from) (?:\$\{|[a-z])/;
const ADDS = /\.insert\(|\binsert into\b/;
const SKIPS = /\.onConflictDoNothing\(|\bon conflict [^;`]*do nothing/;
const REPLACES = /\.onConflictDoUpdate\(|\bdo update\b|\.update\(|\bupdate (?:\$\{|[a-z])/;

const EXPORTED = /^export (?:async )?function (\w+)(.*?)^\}/gms;
/** What runs SQL takes the transaction or the database first. */
const USES_DATABASE = /^(?:<[^(]*>)?\(\s*\w+: (?:Tx|Database)\b/;
/** What a function of a store may be called that only calculates. */
const NOUN = /Of(?:[A-Z]|$)|^documentNumber$/;

/** The exported functions that run SQL, or that a store has, and whose names have no verb. */
function verbless(text: string, isStore: boolean): string[] {
  const functions = [...text.matchAll(EXPORTED)].filter(
    ([, name = '', rest = '']) => USES_DATABASE.test(rest) || (isStore && !NOUN.test(name)),
  );
  const verbs = isStore ? STORE_VERBS : VERBS;
  return functions.flatMap(([, name = '']) =>
    hasVerb(name, verbs) ? [] : [`${name} has no verb of the page on names`],
  );
}

/** The exported functions of a store whose name does not say what their SQL does, and why. */
function misnamed(text: string): string[] {
  return [...text.matchAll(EXPORTED)].flatMap(([, name = '', body = '']) => {
    const problems = [
      /^(find(?!Or)|list|count|has|is|read)[A-Z]/.test(name) && WRITES.test(body) && 'writes',
      /^insert(?!Missing)/.test(name) && SKIPS.test(body) && 'leaves rows that are there, as insertMissing… does',
      name.startsWith('insertMissing') && ADDS.test(body) && !SKIPS.test(body) && 'leaves no row that is there',
      /^save(?!First)/.test(name) && SKIPS.test(body) && !REPLACES.test(body) && 'replaces nothing, as saveFirst… does',
      name.startsWith('change') && /\.insert\(|\.delete\(/.test(body) && 'adds or deletes rows',
    ];
    return problems.flatMap((problem) => (problem === false ? [] : [`${name} ${problem}`]));
  });
}

/** What can have happened, in the past tense: a handler of it has its name. */
const HAPPENINGS = new Set([...ofStores.matchAll(/`…([a-z]+ed)`/g)].map(([, happening = '']) => happening));
const isHandler = (name: string): boolean =>
  (name.match(/^[a-z]+|[A-Z][a-z]*/g) ?? []).some((word) => HAPPENINGS.has(word.toLowerCase()));
/** What a module has that is neither a function nor made by a `create…` within it. */
const VALUES = new Set(['provider', 'minShippingPaise']);

const MODULES = 'apps/server/src/modules/';
const filesIn = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path && !path.endsWith('.test.ts') && existsSync(join(ROOT, path)));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The functions `create…` of some files, by name. */
function createFunctionsOf(texts: readonly string[]): Map<string, Node> {
  const found = new Map<string, Node>();
  for (const [node] of nodesOf(texts.map(parse))) {
    const name = nameOf(node['identifier']);
    if (node.type === 'FunctionDeclaration' && name.startsWith('create')) found.set(name, node);
  }
  return found;
}

const calledIn = (value: unknown): string => {
  const node = withoutType(value);
  return isNode(node) && node.type === 'CallExpression' ? nameOf(node['callee']) : '';
};

/** The names of the functions that a `create…` returns, also of those that another one makes for it. */
function methodsOf(create: Node, all: ReadonlyMap<string, Node>): string[] {
  const { stmts: statements } = create['body'] as { stmts: Node[] };
  const initOf = (name: string): unknown =>
    statements.flatMap(({ declarations }) => (declarations ?? []) as Node[]).find(({ id }) => nameOf(id) === name)?.[
      'init'
    ];
  const madeBy = (value: unknown): Node | undefined =>
    all.get(calledIn(value)) ?? all.get(calledIn(initOf(nameOf(withoutType(value)))));
  const returned = withoutType(statements.findLast(({ type }) => type === 'ReturnStatement')?.['argument']);
  const own = fieldsOf(returned)
    .filter(([name, value]) => !madeBy(value) && !VALUES.has(name))
    .map(([name]) => name);
  const spread = isNode(returned) && returned.type === 'ObjectExpression' ? (returned['properties'] as Node[]) : [];
  const parts = spread.filter(({ type }) => type === 'SpreadElement').map((part) => madeBy(part['arguments']));
  return [...own, ...parts.flatMap((part) => (part ? methodsOf(part, all) : []))];
}

/** The public functions of a module without a verb: what the `create…` return that its `index.ts` exports. */
function verblessMethods(index: string, texts: readonly string[]): string[] {
  const all = createFunctionsOf(texts);
  const named = [...index.matchAll(/\bcreate\w+/g)].map(([name]) => name);
  const isExported = (name: string): boolean =>
    new RegExp(`^export (?:function ${name}\\b|\\{[^}]*\\b${name}\\b)`, 'm').test(index);
  const methods = [...new Set(named)].filter(isExported).flatMap((name) => {
    const create = all.get(name);
    return create ? methodsOf(create, all) : [];
  });
  return [...new Set(methods)].filter((name) => !hasVerb(name) && !isHandler(name));
}

test('functions of stores have the verbs of the page on names, and do what these say', () => {
  const stores = filesIn('*.store.ts');
  expect(stores.length).toBeGreaterThan(50);
  expect(STORE_VERBS.size).toBeGreaterThan(30);
  const found = stores.flatMap((path) => misnamed(read(path)).map((problem) => `${path}: ${problem}`));
  expect(found).toEqual([]);
});

test('each function of a module that takes the database begins with a verb of the page on names', () => {
  const files = filesIn(`${MODULES}*.ts`, '*.store.ts').filter((path) => basename(path) !== 'personal-data.store.ts');
  const found = files.flatMap((path) =>
    verbless(read(path), path.endsWith('.store.ts')).map((problem) => `${path}: ${problem}`),
  );
  expect(found).toEqual([]);
});

test('each public function of a module begins with a verb of the page on names', () => {
  const files = filesIn(`${MODULES}*.ts`);
  const faces = files.filter((path) => basename(path) === 'index.ts');
  expect(faces.length).toBeGreaterThan(20);
  const found = faces.flatMap((path) => {
    const texts = files.filter((file) => file.startsWith(`${dirname(path)}/`)).map(read);
    return verblessMethods(read(path), texts).map((name) => `${path}: ${name}`);
  });
  expect(found).toEqual([]);
});

test('a public function without a verb is found, also one of a part', () => {
  const index = `export { createCards } from './cards.ts';
    export function createTokens(options: Options) {
      const groups = createGroups(options);
      return { listTokens, ofStation: () => 1, async tokenChanged() {}, usedTokens: () => [], unblockToken, groups, provider: options.provider, ...createParts() };
    }`.replaceAll('\n    ', '\n');
  const parts = [
    'export function createCards() { return { cards: () => [] }; }',
    'function createParts() { return { addPart() {}, partsOf: (id: string) => id }; }',
    'export function createGroups() { return { groupOf: () => 1 }; }',
  ];
  expect(verblessMethods(index, [index, ...parts])).toEqual(['cards', 'ofStation', 'usedTokens', 'partsOf']);
});

test('a function whose name says something else than its SQL is found, and one with a verb of its own', () => {
  const store = (name: string, statement: string) =>
    `export async function ${name}(tx: Tx): Promise<void> {\n  await ${statement};\n}\n`;
  const rows = 'tx.insert(rows).values(row)';
  const text = [
    store('wipeRows', 'tx.delete(rows)'),
    store('listRows', 'tx.delete(rows).returning()'),
    store('insertRow', `${rows}.onConflictDoNothing()`),
    store('insertMissingRow', rows),
    store('saveRow', `${rows}.onConflictDoNothing()`),
    store('changeRow', rows),
    store('insertMissingRows', 'tx.execute(sql`insert into rows select 1 on conflict do nothing`)'),
    store('saveRows', `${rows}.onConflictDoUpdate(change)`),
  ].join('\n');
  expect(verbless(text, true)).toEqual(['wipeRows has no verb of the page on names']);
  const pure = (name: string) => verbless(`export function ${name}(rows: Row[]): number {\n}\n`, true);
  expect([pure('totalOf'), pure('total').length]).toEqual([[], 1]);
  const settle = 'export async function settleRow(tx: Tx): Promise<void> {\n}\n';
  expect([verbless(settle, true).length, verbless(settle, false).length]).toEqual([1, 0]);
  expect(misnamed(text).map((problem) => problem.split(' ')[0])).toEqual([
    'listRows',
    'insertRow',
    'insertMissingRow',
    'saveRow',
    'changeRow',
  ]);
});
