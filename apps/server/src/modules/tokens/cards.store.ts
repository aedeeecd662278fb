import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import type { Token } from './tokens.store.ts';
import { chargingTokens } from './tokens.tables.ts';

/** Changes of one driver's cards take turns until the transaction ends. */
export async function lockCardsOfDriver(tx: Tx, driverId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('cards'), ${driverId}::int)`);
}

/** Those that the driver has not given up, the oldest first. */
export async function listOfDriver(tx: Tx, driverId: number): Promise<Token[]> {
  return tx
    .select()
    .from(chargingTokens)
    .where(and(eq(chargingTokens.driverId, driverId), isNull(chargingTokens.removedAt)))
    .orderBy(asc(chargingTokens.createdAt), asc(chargingTokens.idTag));
}

/** Adds a card, or takes over one that was given up; what the operator had blocked stays so. Answers false where it is another's. */
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
        createdAt,
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

/** Also those that the driver has given up. */
export async function deleteCardsOfDriver(tx: Tx, driverId: number): Promise<void> {
  await tx.delete(chargingTokens).where(eq(chargingTokens.driverId, driverId));
}
