import { useQuery } from '@tanstack/react-query';
import { queryOf } from './query.ts';

/** What this installation is set up for: brand, support, payment provider. */
export function useClientConfig() {
  return useQuery({ ...queryOf('clientConfig', {}), staleTime: Infinity, meta: { isQuiet: true } });
}
