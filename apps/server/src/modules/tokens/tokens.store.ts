import { and, asc, eq, gt, isNull, not, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { chargingTokens } from './tokens.tables.ts';

export type Token = typeof chargingTokens.$inferSelect;

export async function findToken(tx: Tx, idTag: string): Promise<Token | undefined> {
  return (await tx.select().from(chargingTokens).where(eq(chargingTokens.idTag, idTag)))[0];
}

/** At most `limit` by number, after one: all but cards that their drivers have given up. */
export async function listTokens(
  tx: Tx,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Token[]> {
  const { idTag, removedAt } = chargingTokens;
  return tx
    .select()
    .from(chargingTokens)
    .where(and(isNull(removedAt), after === undefined ? undefined : gt(idTag, after)))
    .orderBy(asc(idTag))
    .limit(limit);
}

/** Existing tokens stay as they are. */
export async function insertMissingTokens(tx: Tx, rows: (typeof chargingTokens.$inferInsert)[]): Promise<void> {
  await tx.insert(chargingTokens).values(rows).onConflictDoNothing();
}

/** True if a tag is the name of a group. No card may have such a name. */
export async function isGroup(tx: Tx, tag: string): Promise<boolean> {
  return (await tx.$count(chargingTokens, eq(chargingTokens.parentIdTag, tag))) > 0;
}

/** Locks a token until the transaction ends. */
export async function lockToken(tx: Tx, idTag: string): Promise<void> {
  await tx.select().from(chargingTokens).where(eq(chargingTokens.idTag, idTag)).for('no key update');
}

/** An existing token takes the new values and is active again, as one of the operator's own. */
export async function saveToken(
  tx: Tx,
  row: Pick<Token, 'idTag' | 'label' | 'createdAt' | 'expiresAt' | 'parentIdTag' | 'isShared'>,
): Promise<void> {
  const { label, expiresAt, parentIdTag, isShared } = row;
  await tx
    .insert(chargingTokens)
    .values(row)
    .onConflictDoUpdate({
      target: chargingTokens.idTag,
      set: {
        label,
        expiresAt,
        parentIdTag,
        isShared,
        blockedAt: null,
        isBlockedByDriver: false,
        driverId: null,
        removedAt: null,
      },
    });
}

/** Removes the operator's block. Returns true if there is such a token and its driver has not blocked it. */
export async function unblockToken(tx: Tx, idTag: string): Promise<boolean> {
  const condition = and(eq(chargingTokens.idTag, idTag), not(chargingTokens.isBlockedByDriver));
  return (await tx.update(chargingTokens).set({ blockedAt: null }).where(condition).returning()).length > 0;
}

/** Blocks a token for the operator. Returns false if there is none. A blocked one keeps its first date. */
export async function blockToken(tx: Tx, idTag: string, at: Date): Promise<boolean> {
  const blockedAt = sql`coalesce(${chargingTokens.blockedAt}, ${at})`;
  const blocked = await tx
    .update(chargingTokens)
    .set({ blockedAt, isBlockedByDriver: false })
    .where(eq(chargingTokens.idTag, idTag))
    .returning();
  return blocked.length > 0;
}
