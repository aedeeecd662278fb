import type { Database } from '#db/database.ts';
import { hashOf } from '#kernel/ids.ts';
import { dataFile } from './data-file.ts';
import * as store from './seed.store.ts';

/**
 * Seeds data files of the program, once for each version of them. An unchanged file only costs the time to read it.
 * `take` gets the contents of the files. It may run twice for the same files, because the server may end before it
 * notes that they are seeded. The caller holds the migration lock, so servers that start together take turns.
 */
export async function seed(
  database: Database,
  name: string,
  files: string[],
  take: (...contents: unknown[]) => Promise<unknown>,
): Promise<void> {
  const texts = files.map(dataFile);
  const hash = hashOf(texts.join('\n'));
  if ((await store.findHash(database, name)) === hash) return;
  await take(...texts.map((text): unknown => JSON.parse(text)));
  await store.saveHash(database, name, hash);
}
