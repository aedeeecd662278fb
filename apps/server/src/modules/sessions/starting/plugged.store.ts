import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { isAnyOf } from '#db/any-of.ts';
import type { Tx } from '#db/database.ts';
import { sessions } from '../sessions.tables.ts';

export interface ConnectorKey {
  chargePointId: string;
  connector: number;
}

const mayBePlugged = and(eq(sessions.state, 'completed'), isNull(sessions.unpluggedAt));

/** The connector is free: whichever car charged there has left it. */
export async function noteUnplugged(tx: Tx, { chargePointId, connector }: ConnectorKey, at: Date): Promise<void> {
  const atConnector = and(eq(sessions.chargePointId, chargePointId), eq(sessions.connector, connector));
  await tx.update(sessions).set({ unpluggedAt: at }).where(and(atConnector, mayBePlugged));
}

/** Those of these connectors that a car has not left since it charged there. */
export async function listPlugged(tx: Tx, keys: ConnectorKey[]): Promise<ConnectorKey[]> {
  const { chargePointId, connector } = sessions;
  const atThese = isAnyOf(
    chargePointId,
    keys.map((key) => key.chargePointId),
  );
  return tx.selectDistinct({ chargePointId, connector }).from(sessions).where(and(atThese, mayBePlugged));
}

/** Connectors of these charge points whose last session was the driver's and that nobody has left since. */
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

/** Whether the driver's own car still hangs on a connector since its session. */
export async function isStillPlugged(
  tx: Tx,
  { driverId, ...place }: ConnectorKey & { driverId: number },
): Promise<boolean> {
  const own = await listStillPluggedOfDriver(tx, driverId, [place.chargePointId]);
  return own.some(({ connector }) => connector === place.connector);
}

/** Connectors of a charge point at which a session goes on, or is being started. */
export async function listConnectorsInSession(tx: Tx, chargePoint: string): Promise<number[]> {
  const { chargePointId, connector, endedAt } = sessions;
  const open = and(eq(chargePointId, chargePoint), isNull(endedAt));
  return (await tx.select({ connector }).from(sessions).where(open)).map((row) => row.connector);
}

/** Sessions that drivers have asked for in the app at these charge points and that have not begun. */
export async function listStarting(
  tx: Tx,
  chargePointIds: string[],
): Promise<{ driverId: number | null; chargePointId: string }[]> {
  const { driverId, chargePointId, startedAt, endedAt } = sessions;
  const starting = and(isAnyOf(chargePointId, chargePointIds), isNull(startedAt), isNull(endedAt));
  return tx.select({ driverId, chargePointId }).from(sessions).where(starting);
}

/** Whether a session that a driver has bought goes on at a charge point, or is being started there. */
export async function hasPaidCharge(tx: Tx, chargePointId: string): Promise<boolean> {
  const runs = and(eq(sessions.chargePointId, chargePointId), isNotNull(sessions.driverId), isNull(sessions.endedAt));
  return (await tx.select({ bookingId: sessions.bookingId }).from(sessions).where(runs).limit(1)).length > 0;
}
