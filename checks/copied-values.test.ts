import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

test('the dark theme is the same whether the system or the driver chooses it', () => {
  const tokens = textOf('packages/ui/src/tokens.css');
  const darkOf = (selector: string): string[] => {
    const block = tokens.split(`${selector} {`)[1]?.split('}')[0] ?? expect.fail(`${selector} is not there`);
    return block
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  };
  const bySystem = darkOf(":root:not([data-theme='light'])");
  expect(bySystem.length).toBeGreaterThan(40);
  expect(darkOf("[data-theme='dark']")).toEqual(bySystem);
});

test('style sheets ask for the rail and for two columns by the sizes that the app asks for', () => {
  const media = textOf('apps/web/src/device/media.ts');
  const queryOf = (name: string): string =>
    new RegExp(`${name} = '(.+)'`).exec(media)?.[1] ?? expect.fail(`${name} is not there`);
  const [width = '', height = ''] = queryOf('RAIL').split(' and ');
  const sheets = globSync('{apps/web,packages/ui}/src/**/*.css', { cwd: ROOT });
  const asked = sheets.flatMap(
    (file) => textOf(file).match(/\(min-width: [\d.]+em\) and \(min-height: [\d.]+em\)/g) ?? [],
  );
  expect(asked.length).toBeGreaterThan(5);
  expect([...new Set(asked)].toSorted()).toEqual([`${width} and ${height}`, `${queryOf('WIDE')} and ${height}`]);
});
