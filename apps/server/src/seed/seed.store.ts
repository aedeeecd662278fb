import { eq, sql } from 'drizzle-orm';
import type { Database } from '#db/database.ts';
import { seededFiles } from './seed.tables.ts';

/** The hash of the files that were seeded last. Undefined if there were none. */
export async function findHash(database: Database, name: string): Promise<string | undefined> {
  const [row] = await database.select().from(seededFiles).where(eq(seededFiles.name, name));
  return row?.hash;
}

export async function saveHash(database: Database, name: string, hash: string): Promise<void> {
  await database
    .insert(seededFiles)
    .values({ name, hash })
    .onConflictDoUpdate({ target: seededFiles.name, set: { hash, seededAt: sql`now()` } });
}
