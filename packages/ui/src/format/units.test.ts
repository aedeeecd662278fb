import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withUnit } from './units.ts';

test('a unit follows its figure after one thin space, and no line breaks between them', () => {
  expect(withUnit(12, 'kWh')).toBe('12\u202FkWh');
});

const ROOT = join(import.meta.dirname, '../../../..');
const TEXTS = '{apps/web,apps/shop,packages/ui}/src/**/*.{ts,tsx}';
const SERVER_TEXTS = 'apps/server/src/{kernel/messages,modules/notifications}/*.ts';
/** A figure or placeholder with a wrong space, or none, before its unit; or a space before a percent sign. */
const LOOSE =
  /[\d}](?:[ \u00A0]?(?:k?Wh?|KWh|kms?)|[ \u00A0](?:min|h|s|m|V|A|घंटे|घंटा|मिनट|मि|सेकंड|किमी)|[ \u00A0\u202F]%)(?![\w\u0900-\u097F-])/;

/** The source without comments, without code, and without SMS texts, which networks check letter by letter. */
const textsOf = (source: string): string[] =>
  source
    .replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
    .split('\n')
    .filter((line) => /['"`>]/.test(line) && !line.includes('#${code}'));

test('no text of app and shop formats a unit in any other way', () => {
  const files = globSync([TEXTS, SERVER_TEXTS], { cwd: ROOT, exclude: ['**/*.test.*', '**/testing/**'] });
  expect(files.length).toBeGreaterThan(300);
  const loose = files.flatMap((file) =>
    textsOf(readFileSync(join(ROOT, file), 'utf8'))
      .filter((line) => LOOSE.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(loose).toEqual([]);
});
