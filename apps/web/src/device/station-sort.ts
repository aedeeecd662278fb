import { createStoredValue } from './stored-value.ts';

/** What the list of stations can be sorted by. */
export const STATION_SORTS = ['nearest', 'cheapest', 'fastest'] as const;
export type StationSort = (typeof STATION_SORTS)[number];

const stored = createStoredValue<{ by?: StationSort }>('station-sort', {}, (entry) => {
  const by = STATION_SORTS.find((sort) => sort === (entry as { by?: unknown } | null)?.by);
  return by ? { by } : {};
});

/** How the driver has sorted the list last on this device, and how to sort it otherwise. */
export function useStationSort(): [StationSort, (by: StationSort) => void] {
  const { by = 'nearest' } = stored.useValue();
  return [by, (next) => stored.set(next === 'nearest' ? {} : { by: next })];
}
