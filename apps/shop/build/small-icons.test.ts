import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { smallIcons } from './small-icons.ts';

test('an icon keeps its drawing and loses the keys and names that no page needs', () => {
  const { transform } = smallIcons;
  if (typeof transform !== 'object') throw new Error('The plugin transforms nothing.');
  const file = fileURLToPath(import.meta.resolve('lucide-react/dist/esm/icons/scale.mjs'));
  const source = readFileSync(file, 'utf8');
  const { code } = (transform.handler as (source: string) => { code: string })(source);
  expect(code).toContain('["path", { d: "M12 3v18" }]');
  expect(code.match(/\bd: /g)).toHaveLength(source.match(/\bd: /g)?.length ?? 0);
  expect(code).not.toMatch(/key:|name:|size:|\.node;/);
  expect(file).toMatch(transform.filter?.id as RegExp);
});
