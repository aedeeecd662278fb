import type { Database } from '#db/database.ts';
import { hashOf } from '#kernel/ids.ts';
import { dataFile } from './data-file.ts';
import * as store from './seed.store.ts';

/**
 * Takes data files that come with the program, once for each of their versions: an unchanged file costs reading it.
 * `take` gets the files' contents and must bear being repeated, should the server end between it and the note that it was done.
 * Servers that start together take turns.
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
  await database.transaction(async (tx) => {
    await store.lockSeed(tx, name);
    if ((await store.findHash(database, name)) === hash) return;
    await take(...texts.map((text): unknown => JSON.parse(text)));
    await store.saveHash(tx, name, hash);
  });
}
