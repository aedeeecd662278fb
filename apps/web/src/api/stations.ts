import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Station, StationFilterField } from '@bijli/contract/stations';
import type { StationChoices } from '#device/station-filter.ts';
import { useLiveAvailability } from './live.ts';
import { asked, mutation, refresh } from './query.ts';

/** The shortest text that stations are searched by. */
export const MIN_SEARCH = 4;

/**
 * The stations that match what is chosen. Whether they are available moves while the page is open, so that is judged here and
 * by the latest word; everything else is the server's to know. Until the answer to another choice has come, `data` is that
 * to the last one, and `isPlaceholderData` is set.
 */
export function useChosenStations(choices: StationChoices) {
  useLiveAvailability();
  const { available, ...lasting } = choices;
  const status = available?.length === 1 ? available[0] : undefined;
  const select = useCallback(
    ({ properties }: { properties: Station[] }) =>
      status === undefined ? properties : properties.filter((station) => String(station.status) === status),
    [status],
  );
  const query = asQuery(lasting);
  return useQuery({
    ...asked('chargingStation', Object.keys(query).length > 0 ? { query } : {}),
    select,
    placeholderData: keepPreviousData,
  });
}

/** Stations and places that a text of at least MIN_SEARCH characters finds; `data` as for useChosenStations. */
export function useSearch(text: string, choices: StationChoices) {
  useLiveAvailability();
  return useQuery({
    ...asked('searchStation', { query: { ...asQuery(choices), search: text } }),
    enabled: text.length >= MIN_SEARCH,
    placeholderData: keepPreviousData,
  });
}

/** What can be chosen, each with how many of the stations found by the text it would leave; a short text stands for all. */
export function useFilterOptions(text: string, choices: StationChoices, isWanted: boolean) {
  const search = text.length >= MIN_SEARCH ? { search: text } : {};
  return useQuery({
    ...asked('stationFilters', { query: { ...asQuery(choices), ...search } }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
}

/** What is chosen, as the filter's fields are sent. */
export function asQuery(choices: StationChoices): Partial<Record<StationFilterField, string>> {
  return Object.fromEntries(Object.entries(choices).map(([field, values]) => [field, values.join('|')]));
}

/** A station's chargers with bookmark, vehicles and balance; `station` is what is known of it so far. */
export function useStation(propertyId: string) {
  useLiveAvailability();
  return useQuery({ ...asked('getCharger', { query: { property_id: propertyId } }), staleTime: 0 });
}

/** Saves or forgets a station; the bookmark changes at once and turns back when the server refuses. */
export function useBookmark(station: Pick<Station, 'property_id'>) {
  const queries = useQueryClient();
  const { queryKey } = asked('getCharger', { query: { property_id: station.property_id } });
  const show = (bookmark: boolean) => queries.setQueryData(queryKey, (answer) => answer && { ...answer, bookmark });
  const save = useMutation({
    ...mutation('saveBookmark', { announce: true }),
    onMutate: ({ body }) => show(body.status),
    onError: (_, { body }) => show(!body.status),
    onSuccess: () => refresh(queries, 'savedBookmarks'),
  });
  return (status: boolean) => save.mutate({ body: { status, property_id: station.property_id } });
}

/** The driver's saved stations. */
export function useBookmarks() {
  useLiveAvailability();
  return useQuery({ ...asked('savedBookmarks', {}), select: (answer) => answer.properties });
}

/** Saves or forgets a station of the saved list; when that is done, the list is loaded again. */
export function useSaveBookmark() {
  const queries = useQueryClient();
  return useMutation({
    ...mutation('saveBookmark', { announce: true }),
    onSuccess: () => refresh(queries, 'savedBookmarks', 'getCharger'),
  });
}

/** Names and middle points of the network's localities. */
export function useLocalities() {
  return useQuery({
    ...asked('localities', {}),
    staleTime: Infinity,
    meta: { quiet: true },
    select: (answer) => answer.localities,
  });
}
