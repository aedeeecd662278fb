import { readFileSync } from 'node:fs';

const FOLDER = new URL('../../data/', import.meta.url);

/** The text of a data file that comes with the program. */
export function dataFile(name: string): string {
  return readFileSync(new URL(name, FOLDER), 'utf8');
}
