import { and, arrayOverlaps, count, eq, gt, ne, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { stationWatches } from './notifications.tables.ts';

/** A driver's watch of a station. */
export type StationWatch = typeof stationWatches.$inferSelect;

/**
 * Makes changes to a driver's watches take turns until the transaction ends, so that many at once cannot pass the limit
 * together.
 */
export async function lockWatchesOfDriver(tx: Tx, driverId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`watches:${driverId}`}))`);
}

/** Number of stations that the driver watches, without this one. */
export async function countOtherWatches(
  tx: Tx,
  { stationId, driverId, since }: Pick<StationWatch, 'stationId' | 'driverId' | 'since'>,
): Promise<number> {
  const others = and(
    eq(stationWatches.driverId, driverId),
    ne(stationWatches.stationId, stationId),
    gt(stationWatches.until, since),
  );
  return (await tx.select({ total: count() }).from(stationWatches).where(others))[0]?.total ?? 0;
}

export async function saveWatch(tx: Tx, watch: StationWatch): Promise<void> {
  const { since, until, connectorTypes } = watch;
  await tx
    .insert(stationWatches)
    .values(watch)
    .onConflictDoUpdate({
      target: [stationWatches.stationId, stationWatches.driverId],
      set: { since, until, connectorTypes },
    });
}

export async function deleteWatch(tx: Tx, stationId: string, driverId: number): Promise<void> {
  await tx.delete(stationWatches).where(watchOf(stationId, driverId));
}

export async function findWatch(tx: Tx, stationId: string, driverId: number): Promise<StationWatch | undefined> {
  return (await tx.select().from(stationWatches).where(watchOf(stationId, driverId)))[0];
}

function watchOf(stationId: string, driverId: number) {
  return and(eq(stationWatches.stationId, stationId), eq(stationWatches.driverId, driverId));
}

/** Ids of the stations that any driver watches. */
export async function listWatchedStationIds(tx: Tx, now: Date): Promise<string[]> {
  const open = gt(stationWatches.until, now);
  const rows = await tx.selectDistinct({ id: stationWatches.stationId }).from(stationWatches).where(open);
  return rows.map(({ id }) => id);
}

/** Ends the watches of a station that one of these connector types is enough for. Returns them. */
export function endWatches(tx: Tx, stationId: string, freeTypes: string[]): Promise<StationWatch[]> {
  const { connectorTypes } = stationWatches;
  const isEnough = or(eq(connectorTypes, []), arrayOverlaps(connectorTypes, freeTypes));
  return tx
    .delete(stationWatches)
    .where(and(eq(stationWatches.stationId, stationId), isEnough))
    .returning();
}
