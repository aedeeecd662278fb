import type { Station } from '@bijli/contract/stations';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLiveAvailability } from './live.ts';
import { asked, deed } from './query.ts';

/** Every station, kept up to date while the page is open. */
export function useStations() {
  useLiveAvailability();
  return useQuery({ ...asked('chargingStation', {}), select: (answer) => answer.properties });
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
    ...deed('saveBookmark', { announce: true }),
    onMutate: ({ body }) => show(body.status),
    onError: (_, { body }) => show(!body.status),
  });
  return (status: boolean) => save.mutate({ body: { status, property_id: station.property_id } });
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
