import { desc, eq } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import type { PersonalData, PersonalOwner } from '#modules/accounts/index.ts';
import { stations } from '#modules/network/network.tables.ts';
import { bookmarks } from './discovery.tables.ts';

/** A driver's bookmarks, for the export of personal data. */
export async function discoveryData(tx: Tx, { driverId }: PersonalOwner, limit: number): Promise<PersonalData> {
  return {
    bookmarks: await tx
      .select({ station: stations.name, saved_at: bookmarks.savedAt })
      .from(bookmarks)
      .innerJoin(stations, eq(stations.id, bookmarks.stationId))
      .where(eq(bookmarks.driverId, driverId))
      .orderBy(desc(bookmarks.savedAt))
      .limit(limit),
  };
}
