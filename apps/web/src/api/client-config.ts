import { useQuery } from '@tanstack/react-query';
import { asked } from './query.ts';

/** What this installation is set up for: brand, support, payment provider. */
export function useClientConfig() {
  return useQuery({ ...asked('clientConfig', {}), staleTime: Infinity, meta: { quiet: true } });
}
