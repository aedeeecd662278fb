import type { Station } from '@bijli/contract/stations';
import type { Database, Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import type { DeletionRequest } from '#modules/accounts/index.ts';
import type { Network, StationRow } from '#modules/network/index.ts';
import * as store from './bookmarks.store.ts';

interface BookmarksOptions {
  database: Database;
  clock: Clock;
  network: Pick<Network, 'getStation' | 'listStationsById'>;
  /** Converts a station to its form in lists. */
  listedStation(station: StationRow): Promise<Station>;
}

/** The stations that drivers have saved. */
export function createBookmarks({ database, clock, network, listedStation }: BookmarksOptions) {
  return {
    /** Saves or deletes a bookmark. A repeat changes nothing. Throws station_unknown. */
    async changeBookmark(driverId: number, stationId: string, isSaved: boolean): Promise<void> {
      await network.getStation(stationId);
      await (isSaved
        ? store.insertMissingBookmark(database, driverId, stationId, clock.now())
        : store.deleteBookmark(database, driverId, stationId));
    },

    /** True if the driver has saved this station. */
    isBookmarked: (driverId: number, stationId: string): Promise<boolean> =>
      store.isBookmarked(database, driverId, stationId),

    /** The driver's saved stations, latest first. */
    async listBookmarks(driverId: number): Promise<Station[]> {
      const ids = await store.listBookmarkedIds(database, driverId);
      const stationOf = new Map((await network.listStationsById(ids)).map((station) => [station.id, station]));
      return Promise.all(ids.flatMap((id) => stationOf.get(id) ?? []).map(listedStation));
    },

    /** Deletes a driver's bookmarks. */
    eraseDriver: (tx: Tx, { driverId }: DeletionRequest): Promise<void> => store.deleteBookmarksOfDriver(tx, driverId),
  };
}
