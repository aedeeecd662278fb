import { and, eq, exists, sql } from 'drizzle-orm';
import { isAnyOf } from '#db/any-of.ts';
import type { Tx } from '#db/database.ts';
import { connectors } from '#modules/network/network.tables.ts';
import { chargerHoldings } from './commands.tables.ts';

const { chargePointId, heldKind, value } = chargerHoldings;

/** Deletes what holds a connector that was last said to be reserved. */
export async function deleteFreedReservations(tx: Tx, chargePoint: string, connector: number): Promise<void> {
  const wasReserved = tx
    .select({ number: connectors.number })
    .from(connectors)
    .where(
      and(
        eq(connectors.chargePointId, chargePoint),
        eq(connectors.number, connector),
        eq(connectors.status, 'Reserved'),
      ),
    );
  const ofConnector = sql`(${value} ->> 'connectorId')::int = ${connector}`;
  await tx
    .delete(chargerHoldings)
    .where(and(eq(chargePointId, chargePoint), eq(heldKind, 'reservation'), ofConnector, exists(wasReserved)));
}

/** What is reserved at a moment, of these charge points or of all. Connector 0: any one of its connectors. */
export async function listReservedConnectors(
  tx: Tx,
  at: Date,
  chargePointIds?: string[],
): Promise<{ chargePointId: string; connector: number }[]> {
  const holds = sql`(${value} ->> 'expiryDate')::timestamptz > ${at}`;
  return tx
    .select({ chargePointId, connector: sql<number>`(${value} ->> 'connectorId')::int` })
    .from(chargerHoldings)
    .where(and(eq(heldKind, 'reservation'), chargePointIds && isAnyOf(chargePointId, chargePointIds), holds));
}

/** Deletes those whose time is over. */
export async function purgeReservations(tx: Tx, now: Date): Promise<void> {
  const isOver = sql`(${value} ->> 'expiryDate')::timestamptz <= ${now}`;
  await tx.delete(chargerHoldings).where(and(eq(heldKind, 'reservation'), isOver));
}
