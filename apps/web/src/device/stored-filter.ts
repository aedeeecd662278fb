import type { StationFilterField } from '@bijli/contract/station-filter';
import { createStoredValue } from './stored-value.ts';

/** What the driver wants a station to have: values by field of the filter, none of them empty. */
export type StationFilter = Partial<Record<StationFilterField, readonly string[]>>;

const NO_FILTER: StationFilter = {};
const KNOWN: Record<StationFilterField, true> = {
  available: true,
  vehicle: true,
  connectors: true,
  current: true,
  rating: true,
  open: true,
  amenities: true,
  access: true,
  network: true,
  free: true,
  autocharge: true,
};

const stored = createStoredValue('station-filter', NO_FILTER, read);

/** What is remembered on this device; the same object until it changes. */
export const storedStationFilter = stored.get;

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

/** What the driver has chosen to see of the network, on every screen alike, and how to choose something else. */
export function useStationFilter(): [StationFilter, (filter: StationFilter) => void] {
  return [stored.useValue(), stored.set];
}

/** What is chosen, as the filter's fields are sent. */
export function asQuery(filter: StationFilter): Partial<Record<StationFilterField, string>> {
  return Object.fromEntries(Object.entries(filter).map(([field, values]) => [field, values.join('|')]));
}
