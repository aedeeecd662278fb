import { useQuery } from '@tanstack/react-query';
import { useMessages } from '#messages/messages.ts';
import { KEEP_ANSWER, SECOND_TRY } from './query-options.ts';

/** Names of our own ground in another language, by the English ones; whatever has none keeps its own. */
export type PlaceNames = Readonly<Record<string, string>>;

const ENGLISH: PlaceNames = {};

/** In the app's language; undefined until they have come. */
export function usePlaceNames(): PlaceNames | undefined {
  const { language } = useMessages();
  const isHindi = language === 'hi';
  const { data, isError } = useQuery({
    enabled: isHindi,
    queryKey: ['place-names', language],
    queryFn: async (): Promise<PlaceNames> => (await import('./basemap/names-hi.json')).default,
    ...SECOND_TRY,
    ...KEEP_ANSWER,
  });
  return isHindi && !isError ? data : ENGLISH;
}
