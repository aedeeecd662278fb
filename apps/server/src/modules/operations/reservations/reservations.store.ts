import { and, asc, eq, exists, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { isAnyOf } from '#db/statements/any-of.ts';
import { connectors } from '#modules/network/network.tables.ts';
import { appliedStates } from '../operations.tables.ts';

const { chargePointId, stateKind, key, value } = appliedStates;

/** Deletes reservations of a connector whose last status was Reserved. */
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
  // Compared as JSON, because a charge point may have accepted a number that no connector can have.
  const ofConnector = sql`${value} -> 'connectorId' = to_jsonb(${connector}::int)`;
  await tx
    .delete(appliedStates)
    .where(and(eq(chargePointId, chargePoint), eq(stateKind, 'reservation'), ofConnector, exists(wasReserved)));
}

/** Reservations that these charge points, or all, have confirmed, including expired ones. */
export async function listHeldReservations(
  tx: Tx,
  chargePointIds?: string[],
): Promise<(typeof appliedStates.$inferSelect)[]> {
  return tx
    .select()
    .from(appliedStates)
    .where(and(eq(stateKind, 'reservation'), chargePointIds && isAnyOf(chargePointId, chargePointIds)))
    .orderBy(asc(chargePointId), asc(key));
}

/** Deletes a reservation as it was read. One that was confirmed anew since then stays. */
export async function deleteReservation(
  tx: Tx,
  held: Pick<typeof appliedStates.$inferSelect, 'chargePointId' | 'key' | 'value'>,
): Promise<void> {
  const isThat = and(eq(chargePointId, held.chargePointId), eq(stateKind, 'reservation'), eq(key, held.key));
  await tx.delete(appliedStates).where(and(isThat, eq(value, held.value)));
}
