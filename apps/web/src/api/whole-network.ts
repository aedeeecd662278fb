import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { StationFilter } from '#device/stored-filter.ts';
import { networkQueryOf } from './map-windows.ts';
import { queryOf } from './query.ts';

/** Hook: the matching stations of the whole network in one answer, or clusters if that would be too many. */
export function useWholeNetwork(filter: StationFilter) {
  const queries = useQueryClient();
  const isUnfiltered = Object.keys(filter).length === 0;
  const list = queryOf('chargingStation', {}).queryKey;
  const { data, isError, dataUpdatedAt, refetch } = useQuery({
    ...networkQueryOf(filter),
    // What the list of stations has loaded, or a stored copy when there is no network.
    initialData: () => (isUnfiltered ? queries.getQueryData(list) : undefined),
    initialDataUpdatedAt: () => queries.getQueryState(list)?.dataUpdatedAt,
    // A stored copy is always fetched again, however new it is.
    refetchOnMount: () => (queries.getQueryState(list)?.isInvalidated ? 'always' : true),
  });
  const isClustered = data?.clusters !== undefined;

  // The list of stations then need not load them again.
  useEffect(() => {
    if (!data || isClustered || !isUnfiltered) return;
    // A stored copy keeps its age.
    if (dataUpdatedAt > (queries.getQueryState(list)?.dataUpdatedAt ?? 0))
      queries.setQueryData(list, data, { updatedAt: dataUpdatedAt });
    // The key is rebuilt with the same values on each render.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [queries, data, dataUpdatedAt, isClustered, isUnfiltered]);

  return {
    answer: data,
    /** There are too many stations for one answer. */
    isClustered,
    /** There is no answer yet. */
    isComing: data === undefined && !isError,
    /** The last attempt to fetch it failed. There may be an older answer. */
    isError,
    /** When it was answered. 0 if it never was. */
    answeredAtMs: dataUpdatedAt,
    refetch,
  };
}
