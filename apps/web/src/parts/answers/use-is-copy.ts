import { useOnline } from '#device/online.ts';

interface Asked {
  data: unknown;
  isError: boolean;
  isFetchNextPageError?: boolean;
}

/** Hook: true when a query's shown answer is only a copy, because the network or the server is away. */
export function useIsCopy({ data, isError, isFetchNextPageError = false }: Asked): boolean {
  const isOnline = useOnline();
  // A failed next page does not make the shown rows a copy.
  return !isOnline || (isError && data !== undefined && !isFetchNextPageError);
}
