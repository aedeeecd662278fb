// The rows of docs/requirements.md, and the rows that the title of a test names.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

/** Such as `TAX-10`, `OCPP-SEC-1`, or `OCPP-16-Reset` for an operation of OCPP 1.6. */
const ID = '[A-Z]+(?:-[A-Z]+)?-\\d+(?:-[A-Za-z]+)?';

/** The ids of all rows, in the order of the document. */
export function allRows() {
  const text = readFileSync(join(root, 'docs', 'requirements.md'), 'utf8');
  return [...text.matchAll(new RegExp(`^\\| (${ID}) \\|`, 'gm'))].map((match) => match[1]);
}

/** `TAX` for `TAX-10`. */
export function areaOf(id) {
  return id.slice(0, id.lastIndexOf('-'));
}

/** The ids in the brackets of a title: `… [TAX-1, TAX-2]`. */
export function rowsNamedBy(title) {
  return [...title.matchAll(new RegExp(`\\[(${ID}(?:, ${ID})*)\\]`, 'g'))].flatMap((match) => match[1].split(', '));
}
