import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const TEXTS = '{apps/web,apps/shop,packages/ui}/src/**/*.{ts,tsx}';
const SERVER_TEXTS = 'apps/server/src/{kernel/messages,modules/notifications}/*.ts';
/** A figure or placeholder with a wrong space, or none, before its unit; or a space before a percent sign. */
const LOOSE =
  /[\d}](?:[ \u00A0]?(?:k?Wh?|KWh|kms?)|[ \u00A0](?:min|h|s|m|V|A|घंटे|घंटा|मिनट|मि|सेकंड|किमी)|[ \u00A0\u202F]%)(?![\w\u0900-\u097F-])/;

/** Lines of a source with text, without comments and without SMS texts, which networks check letter by letter. */
const textsOf = (source: string): string[] =>
  source
    .replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
    .split('\n')
    .filter((line) => /['"`>]/.test(line) && !line.includes('#${code}'));

const looseIn = (source: string): string[] => textsOf(source).filter((line) => LOOSE.test(line));

test('no text of the app, the shop and the server formats a unit in any other way than `withUnit`', () => {
  const files = [TEXTS, SERVER_TEXTS].map((pattern) =>
    globSync(pattern, { cwd: ROOT, exclude: ['**/*.test.*', '**/testing/**'] }),
  );
  const [clients = 0, server = 0] = files.map(({ length }) => length);
  expect(clients).toBeGreaterThan(300);
  expect(server).toBeGreaterThan(5);
  const loose = files
    .flat()
    .flatMap((file) => looseIn(readFileSync(join(ROOT, file), 'utf8')).map((line) => `${file}: ${line.trim()}`));
  expect(loose).toEqual([]);
  expect(looseIn("'12 kWh',\n'12\u202FkWh',\n`${share} %`,\n12 kWh")).toEqual(["'12 kWh',", '`${share} %`,']);
});
