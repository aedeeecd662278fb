import { asc, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { chargingTokens } from './tokens.tables.ts';

export type Token = typeof chargingTokens.$inferSelect;

export async function findToken(tx: Tx, idTag: string): Promise<Token | undefined> {
  return (await tx.select().from(chargingTokens).where(eq(chargingTokens.idTag, idTag)))[0];
}

export async function listTokens(tx: Tx): Promise<Token[]> {
  return tx.select().from(chargingTokens).orderBy(asc(chargingTokens.idTag));
}

/** Those that are there already stay as they are. */
export async function insertMissingTokens(tx: Tx, rows: (typeof chargingTokens.$inferInsert)[]): Promise<void> {
  await tx.insert(chargingTokens).values(rows).onConflictDoNothing();
}

/** Keeps others from the row until the transaction ends. */
export async function lockToken(tx: Tx, idTag: string): Promise<void> {
  await tx.select().from(chargingTokens).where(eq(chargingTokens.idTag, idTag)).for('no key update');
}

/** One that is there takes what is new and is live again. */
export async function saveToken(tx: Tx, row: Omit<Token, 'blockedAt'>): Promise<void> {
  const { label, expiresAt, parentIdTag, isShared } = row;
  await tx
    .insert(chargingTokens)
    .values(row)
    .onConflictDoUpdate({
      target: chargingTokens.idTag,
      set: { label, expiresAt, parentIdTag, isShared, blockedAt: null },
    });
}

/** Answers whether there is such a token; one that is blocked stays blocked since it was. */
export async function blockToken(tx: Tx, idTag: string, at: Date): Promise<boolean> {
  const blockedAt = sql`coalesce(${chargingTokens.blockedAt}, ${at})`;
  const blocked = await tx.update(chargingTokens).set({ blockedAt }).where(eq(chargingTokens.idTag, idTag)).returning();
  return blocked.length > 0;
}
