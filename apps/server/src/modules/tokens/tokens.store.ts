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

/** One that is there takes the new label and is live again. */
export async function saveToken(tx: Tx, row: Pick<Token, 'idTag' | 'label' | 'createdAt'>): Promise<void> {
  const { label } = row;
  await tx
    .insert(chargingTokens)
    .values(row)
    .onConflictDoUpdate({ target: chargingTokens.idTag, set: { label, blockedAt: null } });
}

/** Answers whether there is such a token; one that is blocked stays blocked since it was. */
export async function blockToken(tx: Tx, idTag: string, at: Date): Promise<boolean> {
  const blockedAt = sql`coalesce(${chargingTokens.blockedAt}, ${at})`;
  const blocked = await tx.update(chargingTokens).set({ blockedAt }).where(eq(chargingTokens.idTag, idTag)).returning();
  return blocked.length > 0;
}
