import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8');
const { version, dependencies } = JSON.parse(read('package.json')) as {
  version: string;
  dependencies: { node: string };
};

test('.nvmrc names the Node that the project installs', () => {
  expect(read('.nvmrc').trim()).toBe(dependencies.node);
});

test('the changelog has a section for the version in package.json, below Unreleased', () => {
  const sections = [...read('CHANGELOG.md').matchAll(/^## \[(.+?)\](?: - \d{4}-\d{2}-\d{2})?$/gm)].map(
    ([, name]) => name,
  );
  expect(sections.slice(0, 2)).toEqual(['Unreleased', version]);
});
