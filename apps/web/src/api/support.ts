import { useMutation, useQuery } from '@tanstack/react-query';
import { asked, mutation } from './query.ts';

/** What this installation is set up for: brand, support, payment provider. */
export function useClientConfig() {
  return useQuery({ ...asked('clientConfig', {}), staleTime: Infinity, meta: { quiet: true } });
}

/** Files a complaint; the answer bears its reference. */
export function useFileComplaint() {
  return useMutation(mutation('fileComplaint'));
}
