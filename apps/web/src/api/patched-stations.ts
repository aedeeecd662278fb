import type { Query, QueryClient } from '@tanstack/react-query';
import { withAvailability } from '@bijli/contract/station-plugs';
import type { Station, StationAvailability } from '@bijli/contract/stations';

const LISTS = new Set<unknown>(['chargingStation', 'searchStation', 'savedBookmarks']);
const isOfStations = (query: Query): boolean => LISTS.has(query.queryKey[0]);

/**
 * Applies availability changes to all cached lists of stations, and fetches the chargers of a changed station again.
 * The age of a list stays the same, because a change at one station says nothing about the others.
 */
export function patchStations(queries: QueryClient, changes: StationAvailability[]): void {
  for (const query of queries.getQueryCache().findAll({ predicate: isOfStations })) patchList(queries, query, changes);
  for (const { property_id: id } of changes) {
    void queries.invalidateQueries({ queryKey: ['getCharger', { query: { property_id: id } }] });
  }
}

function patchList(queries: QueryClient, query: Query, changes: StationAvailability[]): void {
  const { data, dataUpdatedAt } = query.state as { data?: { properties: Station[] }; dataUpdatedAt: number };
  const byId = new Map(changes.map((change) => [change.property_id, change]));
  if (!data?.properties.some((station) => byId.has(station.property_id))) return;
  const properties = data.properties.map((station) => {
    const change = byId.get(station.property_id);
    return change ? withAvailability(station, change) : station;
  });
  queries.setQueryData(query.queryKey, { ...data, properties }, { updatedAt: dataUpdatedAt });
}

/**
 * An answer may be older than a change that arrived during its request. Such changes are applied to it when it arrives.
 */
export function patchAnswersInFlight(queries: QueryClient): {
  note(changes: StationAvailability[]): void;
  stop(): void;
} {
  /** Changes since each list was requested. */
  const since = new Map<Query, StationAvailability[]>();
  const asked = queries.getQueryCache().findAll({ predicate: isOfStations, fetchStatus: 'fetching' });
  for (const query of asked) since.set(query, []);
  const stop = queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || !isOfStations(event.query)) return;
    const { query, action } = event;
    if (action.type === 'fetch') since.set(query, []);
    else if (query.state.fetchStatus === 'idle') {
      const changes = since.get(query) ?? [];
      since.delete(query);
      if (action.type === 'success' && changes.length > 0) patchList(queries, query, changes);
    }
  });
  return {
    note(changes) {
      for (const changesSince of since.values()) changesSince.push(...changes);
    },
    stop,
  };
}
