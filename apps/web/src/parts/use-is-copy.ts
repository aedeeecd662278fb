import { useOnline } from '#device/online.ts';

/** Whether what is shown of a query is only a copy, because the network or the server is away. */
export function useIsCopy({ data, isError }: { data: unknown; isError: boolean }): boolean {
  const isOnline = useOnline();
  return !isOnline || (isError && data !== undefined);
}
