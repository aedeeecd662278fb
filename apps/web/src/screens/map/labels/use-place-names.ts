import { useQuery } from '@tanstack/react-query';
import { useMessages } from '#messages/messages.ts';
import { KEEP_ANSWER, SECOND_TRY } from '../basemap/map-query-options.ts';

/** Translated names of the basemap's places, by their English names. Names without a translation stay English. */
export type PlaceNames = Readonly<Record<string, string>>;

const ENGLISH: PlaceNames = {};

/** Hook: the names in the app's language. Undefined until they have loaded. */
export function usePlaceNames(): PlaceNames | undefined {
  const { language } = useMessages();
  const isHindi = language === 'hi';
  const { data, isError } = useQuery({
    enabled: isHindi,
    queryKey: ['place-names', language],
    queryFn: async (): Promise<PlaceNames> => (await import('../basemap/names-hi.json')).default,
    ...SECOND_TRY,
    ...KEEP_ANSWER,
  });
  return isHindi && !isError ? data : ENGLISH;
}
