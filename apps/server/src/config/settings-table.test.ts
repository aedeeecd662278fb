import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withSettingsTable } from './table.ts';

test('docs/settings.md lists every setting as the schema has it: npm run settings:table writes it', () => {
  const document = readFileSync(new URL('../../../../docs/settings.md', import.meta.url), 'utf8');
  expect(withSettingsTable(document)).toBe(document);
});
