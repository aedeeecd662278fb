// Writes the vehicle drawings as files for <img> into the folder of the built shop. Each contains its paint for light
// and dark themes.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SHOP = join(import.meta.dirname, '..');
const DRAWINGS = join(SHOP, '../../packages/ui/src/drawings');
const TO = join(SHOP, 'dist/client/media/vehicles');

const [, dark] = /\[data-theme='dark'\] \{([^}]*)\}/.exec(readFileSync(join(DRAWINGS, 'paint.css'), 'utf8')) ?? [];
if (!dark) throw new Error('The paint for dark surroundings is not where it was.');
const style = `<style>@media(prefers-color-scheme:dark){:root{${dark.replaceAll(/\s+/g, '')}}}</style>`;

mkdirSync(TO, { recursive: true });
for (const file of readdirSync(join(DRAWINGS, 'vehicles'))) {
  const svg = readFileSync(join(DRAWINGS, 'vehicles', file), 'utf8');
  writeFileSync(join(TO, file), svg.replace(/(<svg[^>]*>)/, `$1${style}`));
}
