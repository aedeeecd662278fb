import type { QueryClient } from '@tanstack/react-query';
import { asQuery, storedStationFilter, type StationFilter } from '#device/stored-filter.ts';
import { queryOf } from './query.ts';
import { ownProfile } from './vehicles.ts';
import { EVERYWHERE, type ZoomedWindow } from './zoomed-window.ts';

/** Clusters get no live availability, so they are fetched again. */
const CLUSTER_REFETCH_MS = 30_000;

/** All matching stations, in one answer if there are not too many. */
export function wholeNetwork(filter: StationFilter) {
  return inWindow(EVERYWHERE, filter);
}

/** The matching stations in this window. */
export function inWindow({ west, south, east, north, zoom }: ZoomedWindow, filter: StationFilter) {
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
  void queries.prefetchQuery(wholeNetwork(storedStationFilter()));
}
