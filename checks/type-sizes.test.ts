import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const TYPE_IN_PX = /^\s*(?:font|font-size|line-height|--t-[\w-]+):[^;]*\dpx|^@media[^{]*width[^{]*\dpx/gm;

const typeInPx = (text: string): string[] => text.match(TYPE_IN_PX) ?? [];

test('font sizes are in rem everywhere, and widths are queried in em, so that the browser’s font size counts', () => {
  const files = globSync('{apps/web,apps/shop,packages/ui}/src/**/*.css', { cwd: ROOT });
  expect(files.length).toBeGreaterThan(100);
  const inPx = files.flatMap((file) =>
    typeInPx(readFileSync(join(ROOT, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
  );
  expect(inPx).toEqual([]);
  expect(typeInPx('@media (width < 600px) {\n  font-size: 14px;\n  width: 14px;\n  font: 1rem/1.2 x;\n}')).toEqual([
    '@media (width < 600px',
    '  font-size: 14px',
  ]);
});
