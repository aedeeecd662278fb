import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const TYPE_IN_PX = /^\s*(?:font|font-size|line-height|--t-[\w-]+):[^;]*\dpx|^@media[^{]*width[^{]*\dpx/gm;

test('font sizes are in rem everywhere, and widths are queried in em, so that the browser’s font size counts', () => {
  const inPx = globSync('{apps/web,apps/shop,packages/ui}/src/**/*.css', { cwd: ROOT }).flatMap((file) =>
    (readFileSync(join(ROOT, file), 'utf8').match(TYPE_IN_PX) ?? []).map((line) => `${file}: ${line.trim()}`),
  );
  expect(inPx).toEqual([]);
});
