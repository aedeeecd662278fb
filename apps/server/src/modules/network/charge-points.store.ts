import { and, eq, isNotNull } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { chargePoints, connectors } from './network.tables.ts';

/** What charge points report about themselves, as it is kept. Each answers the charge point's station; undefined for a stranger. */

/** A sign of life, with what else was learnt. */
export async function changeChargePoint(
  tx: Tx,
  chargePointId: string,
  facts: Partial<Omit<typeof chargePoints.$inferInsert, 'id' | 'stationId'>> & { seenAt: Date },
): Promise<string | undefined> {
  const [row] = await tx
    .update(chargePoints)
    .set(facts)
    .where(eq(chargePoints.id, chargePointId))
    .returning({ stationId: chargePoints.stationId });
  return row?.stationId;
}

/** A connector's status. A connector that nobody registered is not for sale, so what it reports is not kept. */
export async function changeConnector(
  tx: Tx,
  chargePointId: string,
  connector: number,
  facts: { status: string; errorCode: string; statusAt: Date },
): Promise<void> {
  await tx
    .update(connectors)
    .set(facts)
    .where(and(eq(connectors.chargePointId, chargePointId), eq(connectors.number, connector)));
}

export async function findPasswordHash(tx: Tx, chargePointId: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ passwordHash: chargePoints.passwordHash })
    .from(chargePoints)
    .where(eq(chargePoints.id, chargePointId));
  return row?.passwordHash ?? undefined;
}

export async function listPasswordHashes(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const { id, passwordHash } = chargePoints;
  const rows = await tx.select({ id, passwordHash }).from(chargePoints).where(isNotNull(passwordHash));
  return new Map(rows.map((row) => [row.id, row.passwordHash ?? '']));
}
