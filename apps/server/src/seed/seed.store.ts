import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { seededFiles } from './seed.tables.ts';

/**
 * Waits until no other server seeds files of this name, however long it takes. The lock ends with the transaction, which is
 * idle while the files are read.
 */
export async function lockSeed(tx: Tx, name: string): Promise<void> {
  await tx.execute(sql`set local lock_timeout = 0`);
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`seed:${name}`}))`);
}

/** The hash of the files that were seeded last; undefined if there were none. */
export async function findHash(tx: Tx, name: string): Promise<string | undefined> {
  const [row] = await tx.select().from(seededFiles).where(eq(seededFiles.name, name));
  return row?.hash;
}

export async function saveHash(tx: Tx, name: string, hash: string): Promise<void> {
  await tx
    .insert(seededFiles)
    .values({ name, hash })
    .onConflictDoUpdate({ target: seededFiles.name, set: { hash, seededAt: sql`now()` } });
}
