import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withSettingsTable } from './table.ts';

test('the README tells of every setting as the schema has it: npm run settings:table prints it', () => {
  const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
  expect(withSettingsTable(readme)).toBe(readme);
});
