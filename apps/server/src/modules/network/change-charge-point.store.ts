import { and, eq, type SQL } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/database.ts';
import { chargePoints } from './network.tables.ts';

/** Returns true if the charge point exists and satisfies `condition`, and was changed. */
export async function changeChargePoint(
  tx: Tx,
  chargePointId: string,
  set: PgUpdateSetSource<typeof chargePoints>,
  condition?: SQL,
): Promise<boolean> {
  const isChosen = and(eq(chargePoints.id, chargePointId), condition);
  return (await tx.update(chargePoints).set(set).where(isChosen)).rowCount === 1;
}
