import { and, asc, eq, isNotNull, isNull, not, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import type { Token } from './tokens.store.ts';
import { chargingTokens } from './tokens.tables.ts';

/** Makes changes to a driver's cards take turns until the transaction ends. */
export async function lockCardsOfDriver(tx: Tx, driverId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('cards'), ${driverId}::int)`);
}

/** The driver's cards that are not removed, oldest first. */
export async function listOfDriver(tx: Tx, driverId: number): Promise<Token[]> {
  return tx
    .select()
    .from(chargingTokens)
    .where(and(eq(chargingTokens.driverId, driverId), isNull(chargingTokens.removedAt)))
    .orderBy(asc(chargingTokens.createdAt), asc(chargingTokens.idTag));
}

/**
 * Adds a card, or takes over one that its driver removed. A card that the operator has blocked stays blocked. If its
 * former driver adds it again, it counts as that driver's all the while. Returns false if it is another driver's.
 */
export async function saveCard(
  tx: Tx,
  row: Pick<Token, 'idTag' | 'label' | 'createdAt' | 'parentIdTag'> & { driverId: number },
): Promise<boolean> {
  const { driverId, label, createdAt, parentIdTag } = row;
  const { blockedAt, isBlockedByDriver, removedAt } = chargingTokens;
  const saved = await tx
    .insert(chargingTokens)
    .values({ ...row, isShared: false })
    .onConflictDoUpdate({
      target: chargingTokens.idTag,
      set: {
        driverId,
        label,
        createdAt: sql`case when ${chargingTokens.driverId} = ${driverId} then ${chargingTokens.createdAt} else ${createdAt} end`,
        parentIdTag,
        isShared: false,
        removedAt: null,
        blockedAt: sql`case when ${isBlockedByDriver} then null else ${blockedAt} end`,
        isBlockedByDriver: false,
      },
      setWhere: isNotNull(removedAt),
    })
    .returning({ idTag: chargingTokens.idTag });
  return saved.length > 0;
}

export async function changeCard(
  tx: Tx,
  idTag: string,
  to: Partial<Pick<Token, 'label' | 'blockedAt' | 'isBlockedByDriver' | 'removedAt'>>,
): Promise<void> {
  await tx.update(chargingTokens).set(to).where(eq(chargingTokens.idTag, idTag));
}

/**
 * Deletes a driver's cards, including removed ones. A card that the operator has blocked stays blocked, without name
 * and owner.
 */
export async function deleteCardsOfDriver(tx: Tx, driverId: number): Promise<void> {
  const { blockedAt, isBlockedByDriver } = chargingTokens;
  const isOwn = eq(chargingTokens.driverId, driverId);
  await tx
    .update(chargingTokens)
    .set({ driverId: null, label: '', parentIdTag: null, removedAt: null })
    .where(and(isOwn, isNotNull(blockedAt), not(isBlockedByDriver)));
  await tx.delete(chargingTokens).where(isOwn);
}
