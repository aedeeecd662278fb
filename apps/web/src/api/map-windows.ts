import type { QueryClient } from '@tanstack/react-query';
import { asQuery, storedStationFilter, type StationFilter } from '#device/stored-filter.ts';
import { queryOf } from './query.ts';
import { ownProfile } from './vehicles.ts';
import { EVERYWHERE, type ZoomedWindow } from './zoomed-window.ts';

/** Clusters get no live availability, so they are fetched again. */
const CLUSTER_REFETCH_MS = 30_000;

/** Options of the query for all matching stations, in one answer if there are not too many. */
export function networkQueryOf(filter: StationFilter) {
  return windowQueryOf(EVERYWHERE, filter);
}

/** Options of the query for the matching stations in this window. */
export function windowQueryOf({ west, south, east, north, zoom }: ZoomedWindow, filter: StationFilter) {
  const query = { ...asQuery(filter), window: [west, south, east, north].join(), zoom: String(Math.floor(zoom)) };
  return {
    ...queryOf('chargingStation', { query }),
    refetchInterval: ({ state: { data } }: { state: { data: { clusters?: unknown } | undefined } }) =>
      data?.clusters === undefined ? (false as const) : CLUSTER_REFETCH_MS,
  };
}

/**
 * Fetches the data that the map is about to show, before its code has loaded. The vehicle comes first, so that pins are
 * drawn only once.
 */
export function fetchMapAhead(queries: QueryClient): void {
  void queries.prefetchQuery(ownProfile());
  void queries.prefetchQuery(networkQueryOf(storedStationFilter()));
}
