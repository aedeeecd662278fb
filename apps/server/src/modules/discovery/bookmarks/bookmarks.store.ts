import { and, asc, desc, eq } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { bookmarks } from '../discovery.tables.ts';

/** Bookmarks: the stations that drivers have saved. */

export async function insertMissingBookmark(tx: Tx, driverId: number, stationId: string, savedAt: Date): Promise<void> {
  await tx.insert(bookmarks).values({ driverId, stationId, savedAt }).onConflictDoNothing();
}

export async function deleteBookmark(tx: Tx, driverId: number, stationId: string): Promise<void> {
  await tx.delete(bookmarks).where(and(eq(bookmarks.driverId, driverId), eq(bookmarks.stationId, stationId)));
}

export async function deleteBookmarksOfDriver(tx: Tx, driverId: number): Promise<void> {
  await tx.delete(bookmarks).where(eq(bookmarks.driverId, driverId));
}

export async function isBookmarked(tx: Tx, driverId: number, stationId: string): Promise<boolean> {
  const [row] = await tx
    .select({ stationId: bookmarks.stationId })
    .from(bookmarks)
    .where(and(eq(bookmarks.driverId, driverId), eq(bookmarks.stationId, stationId)));
  return row !== undefined;
}

/** Ids of a driver's saved stations, in use or not, latest first. */
export async function listBookmarkedIds(tx: Tx, driverId: number): Promise<string[]> {
  const rows = await tx
    .select({ stationId: bookmarks.stationId })
    .from(bookmarks)
    .where(eq(bookmarks.driverId, driverId))
    .orderBy(desc(bookmarks.savedAt), asc(bookmarks.stationId));
  return rows.map(({ stationId }) => stationId);
}
