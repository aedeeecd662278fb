import { useQuery } from '@tanstack/react-query';
import { queryOf } from './query.ts';

/** Hook: the settings of this installation: brand, support, payment provider, map. */
export function useClientConfig() {
  return useQuery({ ...queryOf('clientConfig', {}), staleTime: Infinity, meta: { isQuiet: true } });
}
