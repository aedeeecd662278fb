import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { isAnyOf } from '#db/statements/any-of.ts';
import { FREE_STATUSES } from '#modules/availability/index.ts';
import { connectors } from '#modules/network/network.tables.ts';
import { sessions } from '../sessions.tables.ts';

export interface ConnectorKey {
  chargePointId: string;
  connector: number;
}

const mayBePlugged = and(eq(sessions.state, 'completed'), isNull(sessions.unpluggedAt));

/** Records that the connector is free, so the car that charged there has left. */
export async function noteUnplugged(tx: Tx, { chargePointId, connector }: ConnectorKey, at: Date): Promise<void> {
  const atConnector = and(eq(sessions.chargePointId, chargePointId), eq(sessions.connector, connector));
  await tx.update(sessions).set({ unpluggedAt: at }).where(and(atConnector, mayBePlugged));
}

/** Those of these connectors where the car that last charged may still be plugged in. */
export async function listPlugged(tx: Tx, keys: ConnectorKey[]): Promise<ConnectorKey[]> {
  const { chargePointId, connector } = sessions;
  const atThese = isAnyOf(
    chargePointId,
    keys.map((key) => key.chargePointId),
  );
  return tx.selectDistinct({ chargePointId, connector }).from(sessions).where(and(atThese, mayBePlugged));
}

/** Connectors of these charge points whose last session was the driver's and where the car is still plugged in. */
export async function listStillPluggedOfDriver(
  tx: Tx,
  driverId: number,
  chargePointIds: string[],
): Promise<ConnectorKey[]> {
  if (chargePointIds.length === 0) return [];
  const { chargePointId, connector } = sessions;
  const last = await tx
    .selectDistinctOn([chargePointId, connector], { chargePointId, connector, driverId: sessions.driverId })
    .from(sessions)
    .where(and(isAnyOf(chargePointId, chargePointIds), mayBePlugged))
    .orderBy(chargePointId, connector, desc(sessions.endedAt));
  return last.filter((session) => session.driverId === driverId);
}

/** True if the driver's car is still plugged into the connector after its session. */
export async function isStillPlugged(
  tx: Tx,
  { driverId, ...key }: ConnectorKey & { driverId: number },
): Promise<boolean> {
  const own = await listStillPluggedOfDriver(tx, driverId, [key.chargePointId]);
  return own.some(({ connector }) => connector === key.connector);
}

/** Connectors of a charge point with a session that is running or being started. */
export async function listConnectorsInSession(tx: Tx, chargePoint: string): Promise<number[]> {
  const { chargePointId, connector, endedAt } = sessions;
  const open = and(eq(chargePointId, chargePoint), isNull(endedAt));
  return (await tx.select({ connector }).from(sessions).where(open)).map((row) => row.connector);
}

/**
 * Connectors of these charge points, or of all, that report to be free while a session runs there. It reads as many
 * connectors as there are running sessions: joined, the database would read those of the whole network.
 */
export async function listFalselyFree(
  tx: Tx,
  chargePointIds?: string[],
): Promise<(ConnectorKey & { startedAt: Date | null })[]> {
  const { chargePointId, connector, startedAt, endedAt } = sessions;
  const atThese = chargePointIds && isAnyOf(chargePointId, chargePointIds);
  const running = and(atThese, isNotNull(startedAt), isNull(endedAt));
  const itsConnector = and(eq(connectors.chargePointId, chargePointId), eq(connectors.number, connector));
  const reported = tx.select({ status: connectors.status }).from(connectors).where(itsConnector);
  return tx
    .select({ chargePointId, connector, startedAt })
    .from(sessions)
    .where(and(running, inArray(sql`(${reported})`, [...FREE_STATUSES])));
}

/** Sessions at these charge points that drivers have requested in the app and that have not begun. */
export async function listStarting(
  tx: Tx,
  chargePointIds: string[],
): Promise<{ driverId: number | null; chargePointId: string }[]> {
  const { driverId, chargePointId, startedAt, endedAt } = sessions;
  const starting = and(isAnyOf(chargePointId, chargePointIds), isNull(startedAt), isNull(endedAt));
  return tx.select({ driverId, chargePointId }).from(sessions).where(starting);
}

/** True if a bought session is running or being started at the charge point. */
export async function hasBoughtSession(tx: Tx, chargePointId: string): Promise<boolean> {
  const runs = and(eq(sessions.chargePointId, chargePointId), isNotNull(sessions.driverId), isNull(sessions.endedAt));
  return (await tx.select({ bookingId: sessions.bookingId }).from(sessions).where(runs).limit(1)).length > 0;
}
