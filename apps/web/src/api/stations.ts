import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { distanceKm, type Coordinates } from '@bijli/contract/geo';
import { isCaptive } from '@bijli/contract/station-access';
import { plugsFor } from '@bijli/contract/station-plugs';
import type { Station } from '@bijli/contract/stations';
import { asQuery, type StationFilter } from '#device/stored-filter.ts';
import { queryOf, mutation, refresh } from './query.ts';
import { useLiveAvailability } from './socket.ts';

/** The shortest text that stations are searched by. */
export const MIN_SEARCH_LENGTH = 4;

/**
 * The stations that match what is chosen. Whether they are available moves while the page is open, so that is judged here and
 * by the latest word; everything else is the server's to know. Until the answer to another choice has come, `data` is that
 * to the last one, and `isPlaceholderData` is set.
 */
export function useChosenStations(filter: StationFilter) {
  useLiveAvailability();
  const { available, ...lasting } = filter;
  const status = available?.length === 1 ? available[0] : undefined;
  const select = useCallback(
    ({ properties }: { properties: Station[] }) =>
      status === undefined ? properties : properties.filter((station) => String(station.status) === status),
    [status],
  );
  const query = asQuery(lasting);
  return useQuery({
    ...queryOf('chargingStation', Object.keys(query).length > 0 ? { query } : {}),
    select,
    placeholderData: keepPreviousData,
  });
}

/**
 * Stations and places that a text of at least MIN_SEARCH_LENGTH characters finds, places of the State of `near` first; `data` as for
 * useChosenStations.
 */
export function useSearch(text: string, filter: StationFilter, near: Coordinates | undefined) {
  useLiveAvailability();
  // Which State it is, a tenth of a degree tells well enough.
  const nearQuery = near && { near: [near.latitude, near.longitude].map((degrees) => degrees.toFixed(1)).join() };
  return useQuery({
    ...queryOf('searchStation', { query: { ...asQuery(filter), ...nearQuery, search: text } }),
    enabled: text.length >= MIN_SEARCH_LENGTH,
    placeholderData: keepPreviousData,
  });
}

/** What can be chosen, each with how many of the stations found by the text it would leave; a short text stands for all. */
export function useFilterOptions(text: string, filter: StationFilter, isWanted: boolean) {
  const search = text.length >= MIN_SEARCH_LENGTH ? { search: text } : {};
  return useQuery({
    ...queryOf('stationFilters', { query: { ...asQuery(filter), ...search } }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    meta: { isQuiet: true },
  });
}

/** A station's chargers with bookmark, vehicles and balance; nothing is asked as long as no station is named. */
export function useStation(propertyId: string | undefined) {
  useLiveAvailability();
  return useQuery({
    ...queryOf('getCharger', { query: { property_id: propertyId ?? '' } }),
    enabled: propertyId !== undefined,
    staleTime: 0,
  });
}

/** Which station the charger with this number stands at; the screen tells a refusal. */
export function useStationOfCharger(charger: string) {
  return useQuery({ ...queryOf('stationOfCharger', { query: { charger } }), meta: { isQuiet: true } });
}

/** So far around a place free stations are looked for, in degrees: about 40 km and, where that is too few, 300 km. */
const AROUND_DEGREES = [0.4, 3];
/** In tiles of 256 px: so near that few stations are answered in clusters. */
const AROUND_ZOOM = '12';

/** The nearest stations around a place where one of these connector types is free, at most so many; any type without. */
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
  // To a tenth of a degree, so that whoever moves on asks for nothing new.
  const [west, south] = [longitude - degrees, latitude - degrees].map((edge) => Math.floor(edge * 10) / 10);
  const [east, north] = [longitude + degrees, latitude + degrees].map((edge) => Math.ceil(edge * 10) / 10);
  const narrowed = types.length > 0 ? { connectors: types.join('|') } : {};
  const query = { ...narrowed, available: '1', window: [west, south, east, north].join(), zoom: AROUND_ZOOM };
  return { ...queryOf('chargingStation', { query }), enabled: place !== undefined, meta: { isQuiet: true } };
}

function freeNearest(stations: Station[], types: readonly string[], place: Coordinates, max: number): Station[] {
  const isForAnybody = (station: Station) => station.status === 1 && station.open_now !== false && !isCaptive(station);
  return stations
    .filter((station) => isForAnybody(station) && plugsFor(station, types).free > 0)
    .map((station) => ({ station, km: distanceKm(place, station) }))
    .toSorted((a, b) => a.km - b.km)
    .slice(0, max)
    .map(({ station }) => station);
}

/** Changes the bookmark of the station whose page is open; it changes at once and turns back when the server refuses. */
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

/** The stations that the driver has bookmarked; on the screen they are *Saved*. */
export function useBookmarks() {
  useLiveAvailability();
  return useQuery({ ...queryOf('savedBookmarks', {}), select: (answer) => answer.properties });
}

/** Changes the bookmark of a station in the list of bookmarks; when that is done, the list is loaded again. */
export function useChangeBookmarkInList() {
  const queries = useQueryClient();
  return useMutation({
    ...mutation('saveBookmark', { shouldAnnounce: true }),
    onSuccess: () => refresh(queries, 'savedBookmarks', 'getCharger'),
  });
}

/** Names and middle points of the network's localities. */
export function useLocalities() {
  return useQuery({
    ...queryOf('localities', {}),
    staleTime: Infinity,
    meta: { isQuiet: true },
    select: (answer) => answer.localities,
  });
}
