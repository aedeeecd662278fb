import { and, eq, gte, sql, type SQL } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/database.ts';
import { chargePoints } from '../network.tables.ts';

/** Finds a charge point and locks it until the transaction ends. */
export async function lockChargePoint(tx: Tx, id: string) {
  return (await tx.select().from(chargePoints).where(eq(chargePoints.id, id)).for('no key update'))[0];
}

/** True if a session is running or being started there. Reads a table of a module above. */
export async function isInSession(tx: Tx, chargePointId: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select from charging_sessions where charger_id = ${chargePointId} and ended_at is null limit 1`,
  );
  return rows.length > 0;
}

/** Charge points that were retired since a time. */
export async function listRetiredSince(tx: Tx, since: Date): Promise<string[]> {
  const { id, retiredAt } = chargePoints;
  return (await tx.select({ id }).from(chargePoints).where(gte(retiredAt, since))).map((row) => row.id);
}

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
