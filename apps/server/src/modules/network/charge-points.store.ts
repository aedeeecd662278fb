import { and, eq, isNotNull } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { chargers, connectors } from './network.tables.ts';

/** What chargers report about themselves, as it is kept. Each answers the charger's station; undefined for a stranger. */

/** A sign of life, with what else was learnt. */
export async function noteCharger(
  tx: Tx,
  chargerId: string,
  facts: Partial<Omit<typeof chargers.$inferInsert, 'id' | 'stationId'>> & { seenAt: Date },
): Promise<string | undefined> {
  const [row] = await tx
    .update(chargers)
    .set(facts)
    .where(eq(chargers.id, chargerId))
    .returning({ stationId: chargers.stationId });
  return row?.stationId;
}

/** A connector's status. A connector that nobody registered is not for sale, so what it reports is not kept. */
export async function noteConnector(
  tx: Tx,
  chargerId: string,
  connector: number,
  facts: { status: string; errorCode: string; statusAt: Date },
): Promise<void> {
  await tx
    .update(connectors)
    .set(facts)
    .where(and(eq(connectors.chargerId, chargerId), eq(connectors.number, connector)));
}

export async function findPasswordHash(tx: Tx, chargerId: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ passwordHash: chargers.passwordHash })
    .from(chargers)
    .where(eq(chargers.id, chargerId));
  return row?.passwordHash ?? undefined;
}

export async function listPasswordHashes(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const { id, passwordHash } = chargers;
  const rows = await tx.select({ id, passwordHash }).from(chargers).where(isNotNull(passwordHash));
  return new Map(rows.map((row) => [row.id, row.passwordHash ?? '']));
}
