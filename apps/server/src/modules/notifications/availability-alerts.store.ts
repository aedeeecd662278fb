import { and, count, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { availabilityAlerts } from './notifications.tables.ts';

/** A driver who waits for a station to be free. */
export type AvailabilityAlert = typeof availabilityAlerts.$inferSelect;

/** The waiting of one driver takes turns until the transaction ends, so that many calls at once do not each find the limit unreached. */
export async function lockAlerts(tx: Tx, driverId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`watches:${driverId}`}))`);
}

/** Stations that a driver waits for at a time, besides one. */
export async function countOtherAlerts(
  tx: Tx,
  { stationId, driverId, since }: Omit<AvailabilityAlert, 'until'>,
): Promise<number> {
  const others = and(
    eq(availabilityAlerts.driverId, driverId),
    ne(availabilityAlerts.stationId, stationId),
    gt(availabilityAlerts.until, since),
  );
  return (await tx.select({ total: count() }).from(availabilityAlerts).where(others))[0]?.total ?? 0;
}

export async function putAlert(tx: Tx, alert: AvailabilityAlert): Promise<void> {
  const { since, until } = alert;
  await tx
    .insert(availabilityAlerts)
    .values(alert)
    .onConflictDoUpdate({ target: [availabilityAlerts.stationId, availabilityAlerts.driverId], set: { since, until } });
}

export async function dropAlert(tx: Tx, stationId: string, driverId: number): Promise<void> {
  await tx.delete(availabilityAlerts).where(alertOf(stationId, driverId));
}

export async function findAlert(tx: Tx, stationId: string, driverId: number): Promise<AvailabilityAlert | undefined> {
  return (await tx.select().from(availabilityAlerts).where(alertOf(stationId, driverId)))[0];
}

function alertOf(stationId: string, driverId: number) {
  return and(eq(availabilityAlerts.stationId, stationId), eq(availabilityAlerts.driverId, driverId));
}

/** Stations that somebody waits for. */
export async function awaitedStations(tx: Tx, now: Date): Promise<string[]> {
  const open = gt(availabilityAlerts.until, now);
  const rows = await tx.selectDistinct({ id: availabilityAlerts.stationId }).from(availabilityAlerts).where(open);
  return rows.map(({ id }) => id);
}

/** Ends the waiting for stations, and answers who has waited. */
export function takeAlerts(tx: Tx, stationIds: string[]): Promise<AvailabilityAlert[]> {
  return tx.delete(availabilityAlerts).where(inArray(availabilityAlerts.stationId, stationIds)).returning();
}
