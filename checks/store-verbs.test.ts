import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const [, page = ''] = readFileSync(join(ROOT, 'docs/contributing/names.md'), 'utf8').split('## Functions that read');
const [ofStores = ''] = page.split('In the browser');
/** The verbs that the page on names allows. */
const VERBS = new Set([...ofStores.matchAll(/`([a-z]+)…/g)].map(([, verb = '']) => verb));
/** Functions that return what they name, and settings of PostgreSQL. */
const NOUN = /(Data|Of)$|Of[A-Z]|^(changedRows|documentNumber|runWaitingNow|setWorkMemory)$/;

const WRITES = /\.(?:insert|update|delete)\(|\b(?:insert into|update|delete from) (?:\$\{|[a-z])/;
const ADDS = /\.insert\(|\binsert into\b/;
const SKIPS = /\.onConflictDoNothing\(|\bon conflict [^;`]*do nothing/;
const REPLACES = /\.onConflictDoUpdate\(|\bdo update\b|\.update\(|\bupdate (?:\$\{|[a-z])/;

/** The exported functions of a store whose name does not say what they do, and why. */
function misnamed(text: string): string[] {
  const functions = text.matchAll(/^export (?:async )?function (\w+)(.*?)^\}/gms);
  return [...functions].flatMap(([, name = '', body = '']) => {
    const [verb = ''] = /^[a-z]+/.exec(name) ?? [];
    const problems = [
      !VERBS.has(verb) && !NOUN.test(name) && 'has no verb of the page on names',
      /^(find(?!Or)|list|count|has|is|read)[A-Z]/.test(name) && WRITES.test(body) && 'writes',
      /^insert(?!Missing)/.test(name) && SKIPS.test(body) && 'leaves rows that are there, as insertMissing… does',
      name.startsWith('insertMissing') && ADDS.test(body) && !SKIPS.test(body) && 'leaves no row that is there',
      /^save(?!First)/.test(name) && SKIPS.test(body) && !REPLACES.test(body) && 'replaces nothing, as saveFirst… does',
      name.startsWith('change') && /\.insert\(|\.delete\(/.test(body) && 'adds or deletes rows',
    ];
    return problems.flatMap((problem) => (problem === false ? [] : [`${name} ${problem}`]));
  });
}

test('functions of stores have the verbs of the page on names, and do what these say', () => {
  const stores = execFileSync('git', ['ls-files', '*.store.ts'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path && existsSync(join(ROOT, path)));
  expect(stores.length).toBeGreaterThan(50);
  expect(VERBS.size).toBeGreaterThan(30);
  const found = stores.flatMap((path) =>
    misnamed(readFileSync(join(ROOT, path), 'utf8')).map((problem) => `${path}: ${problem}`),
  );
  expect(found).toEqual([]);
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
  expect(misnamed(text).map((problem) => problem.split(' ')[0])).toEqual([
    'wipeRows',
    'listRows',
    'insertRow',
    'insertMissingRow',
    'saveRow',
    'changeRow',
  ]);
});
