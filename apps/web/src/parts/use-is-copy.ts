import { useOnline } from '#device/online.ts';

interface Asked {
  data: unknown;
  isError: boolean;
  isFetchNextPageError?: boolean;
}

/** Whether what is shown of a query is only a copy, because the network or the server is away. */
export function useIsCopy({ data, isError, isFetchNextPageError = false }: Asked): boolean {
  const isOnline = useOnline();
  // Rows that did not come make no copy of those that are there.
  return !isOnline || (isError && data !== undefined && !isFetchNextPageError);
}
