import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8');
const { version, dependencies } = JSON.parse(read('package.json')) as {
  version: string;
  dependencies: { node: string };
};

test('.nvmrc names the Node that the project brings', () => {
  expect(read('.nvmrc').trim()).toBe(dependencies.node);
});

test('the changelog has a section of the version that package.json has, below what is not released', () => {
  const sections = [...read('CHANGELOG.md').matchAll(/^## \[(.+?)\](?: - \d{4}-\d{2}-\d{2})?$/gm)].map(
    ([, name]) => name,
  );
  expect(sections.slice(0, 2)).toEqual(['Unreleased', version]);
});

test('each file and folder that CONTRIBUTING names is there', () => {
  const named = [...read('CONTRIBUTING.md').matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g)].map(([, path = '']) => path);
  const places = ['.', 'apps/server/src', 'apps/web/src'];
  const missing = named.filter((path) => !places.some((place) => existsSync(join(import.meta.dirname, place, path))));
  expect(named.length).toBeGreaterThan(40);
  expect(missing).toEqual([]);
});

test('ARCHITECTURE names each file of the sessions, but for those that every module has', () => {
  const folder = join(import.meta.dirname, 'apps/server/src/modules/sessions');
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const own = paths.filter((path) => /^(?!history\/)([\w-]+\/)?(?!index\.)[\w-]+\.ts$/.test(path));
  const text = read('ARCHITECTURE.md');
  const isNamed = (path: string): boolean => text.includes(`\`${path}\``) || text.includes(`\`${basename(path)}\``);
  expect(own.length).toBeGreaterThan(30);
  expect(own.filter((path) => !isNamed(path))).toEqual([]);
});

test('the list of decisions has each record, in order', () => {
  const records = readdirSync(join(import.meta.dirname, 'docs/decisions')).filter((name) => /^\d{4}-/.test(name));
  const listed = [...read('docs/decisions/README.md').matchAll(/^\| \[\d+\]\((\d{4}-[\w-]+\.md)\)/gm)];
  expect(listed.map(([, name]) => name)).toEqual(records.toSorted());
});
