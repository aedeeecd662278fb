import { and, eq, type SQL } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/database.ts';
import { chargePoints } from './network.tables.ts';

/** Answers whether the charge point was changed: there is one, and it is as it has to be. */
export async function changeChargePoint(
  tx: Tx,
  chargePointId: string,
  set: PgUpdateSetSource<typeof chargePoints>,
  hasToBe?: SQL,
): Promise<boolean> {
  const isMeant = and(eq(chargePoints.id, chargePointId), hasToBe);
  return (await tx.update(chargePoints).set(set).where(isMeant)).rowCount === 1;
}
