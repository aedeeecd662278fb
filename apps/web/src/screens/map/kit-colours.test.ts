import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KIT_COLOURS } from './kit-colours.ts';

test.each(['light', 'dark'] as const)('in the %s theme the map draws with the colours of the kit', (scheme) => {
  const sheet = readFileSync(join(import.meta.dirname, '../../../../../packages/ui/src/tokens.css'), 'utf8');
  const theme = sheet.split(`[data-theme='${scheme}'] {`)[1]?.split('}')[0] ?? expect.fail('the theme is not there');
  const names = Object.keys(KIT_COLOURS[scheme]);
  const ofKit = names.map((name) => {
    const token = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return [name, new RegExp(`--${token}: (#[\\da-f]+);`).exec(theme)?.[1]];
  });
  expect(KIT_COLOURS[scheme]).toEqual(Object.fromEntries(ofKit));
});
