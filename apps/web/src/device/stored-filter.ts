import type { StationFilterField } from '@bijli/contract/station-filter';
import { createStoredValue } from './stored-value.ts';

/** The filter that the driver has chosen: values by field, none of them empty. */
export type StationFilter = Partial<Record<StationFilterField, readonly string[]>>;

const NO_FILTER: StationFilter = {};
const KNOWN: Record<StationFilterField, true> = {
  available: true,
  vehicle: true,
  connectors: true,
  current: true,
  power: true,
  rating: true,
  open: true,
  amenities: true,
  access: true,
  network: true,
  free: true,
  autocharge: true,
};

const stored = createStoredValue('station-filter', NO_FILTER, read);

/** The filter stored on this device. The same object until it changes. */
export const storedStationFilter = stored.get;

export const keepStationFilter = stored.set;

function read(entry: unknown): StationFilter {
  if (typeof entry !== 'object' || entry === null) return NO_FILTER;
  const chosen = Object.entries(entry).filter(
    ([field, values]) =>
      Object.hasOwn(KNOWN, field) &&
      Array.isArray(values) &&
      values.length > 0 &&
      values.every((value) => typeof value === 'string' && value !== ''),
  );
  return Object.fromEntries(chosen) as StationFilter;
}

/** Hook: the filter, which all screens share, and a function that changes it. */
export function useStationFilter(): [StationFilter, (filter: StationFilter) => void] {
  return [stored.useValue(), stored.set];
}

/** The filter as query parameters. */
export function asQuery(filter: StationFilter): Partial<Record<StationFilterField, string>> {
  return Object.fromEntries(Object.entries(filter).map(([field, values]) => [field, values.join('|')]));
}
