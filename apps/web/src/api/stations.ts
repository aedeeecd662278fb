import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { distanceKm, type Coordinates } from '@bijli/contract/geo';
import { isCaptive } from '@bijli/contract/station-access';
import { isFreeFor, matchesAvailable } from '@bijli/contract/station-plugs';
import type { Station } from '@bijli/contract/stations';
import { MINUTE_MS } from '#device/durations.ts';
import { asQuery, type StationFilter } from '#device/stored-filter.ts';
import { queryOf, mutation, refresh, SAYS_NO_NETWORK } from './query.ts';
import { useLiveAvailability } from './socket.ts';
import { useDefaultVehicle } from './vehicles.ts';
import { useWantedPlugs } from './wanted-plugs.ts';

/** The shortest text for a search. */
export const MIN_SEARCH_LENGTH = 4;

/** A list that stays open is fetched again, because hours and prices change without a notice. */
const LIST_REFETCH_MS = 10 * MINUTE_MS;

/**
 * Hook: the stations that match the filter. Availability changes while the page is open, so it is filtered here too.
 * The server decides the rest. Until the answer for a new filter arrives, `data` is that of the last one and
 * `isPlaceholderData` is true.
 */
export function useChosenStations(filter: StationFilter) {
  useLiveAvailability();
  const { available, ...lasting } = filter;
  const wanted = available?.length === 1 ? available[0] : undefined;
  const types = useWantedPlugs()?.types;
  const select = useCallback(
    ({ properties }: { properties: Station[] }) =>
      wanted === undefined ? properties : properties.filter((station) => matchesAvailable(station, wanted, types)),
    [wanted, types],
  );
  const query = asQuery(lasting);
  return useQuery({
    ...queryOf('chargingStation', Object.keys(query).length > 0 ? { query } : {}),
    select,
    refetchInterval: LIST_REFETCH_MS,
    placeholderData: keepPreviousData,
    meta: SAYS_NO_NETWORK,
  });
}

/**
 * Hook: stations and places for a text of at least MIN_SEARCH_LENGTH characters. Places in the State of `near` come
 * first. `data` is as in useChosenStations.
 */
export function useSearch(text: string, filter: StationFilter, near: Coordinates | undefined) {
  useLiveAvailability();
  const car = useCarQuery();
  // A tenth of a degree is exact enough to find the State.
  const nearQuery = near && { near: [near.latitude, near.longitude].map((degrees) => degrees.toFixed(1)).join() };
  return useQuery({
    ...queryOf('searchStation', { query: { ...asQuery(filter), ...car, ...nearQuery, search: text } }),
    enabled: text.length >= MIN_SEARCH_LENGTH,
    placeholderData: keepPreviousData,
    meta: SAYS_NO_NETWORK,
  });
}

/**
 * Hook: the filter's options, each with the number of stations that it would leave among those found by the text. A
 * text that is too short finds all.
 */
export function useFilterOptions(text: string, filter: StationFilter, isWanted: boolean) {
  const search = text.length >= MIN_SEARCH_LENGTH ? { search: text } : {};
  const car = useCarQuery();
  return useQuery({
    ...queryOf('stationFilters', { query: { ...asQuery(filter), ...car, ...search } }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    meta: { isQuiet: true },
  });
}

/** Hook: what the driver's car needs, as query parameters: a plug for other cars is not free for it. */
function useCarQuery(): { car_types?: string } {
  const types = useDefaultVehicle()?.types;
  return types ? { car_types: types.join('|') } : {};
}

/** Hook: a station's chargers with bookmark, vehicles and balance. Without an id it fetches nothing. */
export function useStation(propertyId: string | undefined) {
  useLiveAvailability();
  return useQuery({
    ...queryOf('getCharger', { query: { property_id: propertyId ?? '' } }),
    enabled: propertyId !== undefined,
    staleTime: 0,
    // The screen shows a refusal.
    meta: { isQuiet: true },
  });
}

/** Hook: when the station's page was last answered, in ms since 1970. It fetches the page only when `isWanted`. */
export function useStationAnsweredAtMs(stationId: string, isWanted: boolean): number | undefined {
  const { data, dataUpdatedAt } = useQuery({
    ...queryOf('getCharger', { query: { property_id: stationId } }),
    enabled: isWanted,
    staleTime: 30_000,
    refetchInterval: 30_000,
    meta: { isQuiet: true },
  });
  return isWanted && data ? dataUpdatedAt : undefined;
}

const stationOfCharger = (charger: string) => ({
  ...queryOf('stationOfCharger', { query: { charger } }),
  meta: { isQuiet: true },
});

/** Hook: the station of the charger with this number. The screen shows a refusal. */
export function useStationOfCharger(charger: string) {
  return useQuery(stationOfCharger(charger));
}

/** Hook: returns a function that looks for a charger by its number, and rejects when there is none. */
export function useFindCharger() {
  const queries = useQueryClient();
  return (charger: string) => queries.fetchQuery(stationOfCharger(charger));
}

/** The search radius for free stations in degrees: about 40 km, then 300 km if that finds too few. */
const AROUND_DEGREES = [0.4, 3];
/** Zoom in tiles of 256 px at which few stations are answered as clusters. */
const AROUND_ZOOM = '12';

/**
 * Hook: at most `max` stations nearest to a place where one of these connector types is free. Any type when the list
 * is empty.
 */
export function useFreeAround(
  place: Coordinates | undefined,
  types: readonly string[],
  max: number,
): Station[] | undefined {
  useLiveAvailability(place !== undefined);
  const nearQuery = useQuery(freeAround(place, types, 0));
  const nearest = place && nearQuery.data && freeNearest(nearQuery.data.properties, types, place, max);
  const isTooFew = nearest !== undefined && nearest.length < max;
  const farQuery = useQuery(freeAround(isTooFew ? place : undefined, types, 1));
  return isTooFew && place && farQuery.data ? freeNearest(farQuery.data.properties, types, place, max) : nearest;
}

function freeAround(place: Coordinates | undefined, types: readonly string[], step: 0 | 1) {
  const { latitude, longitude } = place ?? { latitude: 0, longitude: 0 };
  const degrees = AROUND_DEGREES[step] ?? 0;
  // Rounded to a tenth of a degree, so that small moves make no new request.
  const [west, south] = [longitude - degrees, latitude - degrees].map((edge) => Math.floor(edge * 10) / 10);
  const [east, north] = [longitude + degrees, latitude + degrees].map((edge) => Math.ceil(edge * 10) / 10);
  const narrowed = types.length > 0 ? { connectors: types.join('|') } : {};
  const query = { ...narrowed, available: '1', window: [west, south, east, north].join(), zoom: AROUND_ZOOM };
  return { ...queryOf('chargingStation', { query }), enabled: place !== undefined, meta: { isQuiet: true } };
}

function freeNearest(stations: Station[], types: readonly string[], place: Coordinates, max: number): Station[] {
  return stations
    .filter((station) => isFreeFor(station, types) && !isCaptive(station))
    .map((station) => ({ station, km: distanceKm(place, station) }))
    .toSorted((a, b) => a.km - b.km)
    .slice(0, max)
    .map(({ station }) => station);
}

/** Hook: changes the bookmark on the station's page. It changes at once and changes back when the server refuses. */
export function useChangeBookmark(station: Pick<Station, 'property_id'>) {
  const queries = useQueryClient();
  const { queryKey } = queryOf('getCharger', { query: { property_id: station.property_id } });
  const show = (isBookmarked: boolean) =>
    queries.setQueryData(queryKey, (answer) => answer && { ...answer, bookmark: isBookmarked });
  const save = useMutation({
    ...mutation('saveBookmark', { shouldAnnounce: true }),
    onMutate: ({ body }) => show(body.status),
    onError: (_, { body }) => show(!body.status),
    onSuccess: () => refresh(queries, 'savedBookmarks'),
  });
  return (status: boolean) => save.mutate({ body: { status, property_id: station.property_id } });
}

/** Hook: the driver's bookmarked stations. Screens call them *Saved*. */
export function useBookmarks() {
  useLiveAvailability();
  return useQuery({ ...queryOf('savedBookmarks', {}), select: (answer) => answer.properties, meta: SAYS_NO_NETWORK });
}

/** Hook: changes a bookmark in the list of bookmarks, and loads the list again. */
export function useChangeBookmarkInList() {
  const queries = useQueryClient();
  return useMutation({
    ...mutation('saveBookmark', { shouldAnnounce: true }),
    onSuccess: () => refresh(queries, 'savedBookmarks', 'getCharger'),
  });
}

/** Hook: names and centres of the network's localities. */
export function useLocalities() {
  return useQuery({
    ...queryOf('localities', {}),
    staleTime: Infinity,
    meta: { isQuiet: true },
    select: (answer) => answer.localities,
  });
}
