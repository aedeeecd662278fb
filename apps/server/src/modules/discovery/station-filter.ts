import {
  RATING_STEPS,
  STATION_FILTER_FIELDS,
  STATION_AMENITIES,
  type Station,
  type StationFilterField,
  type StationFilterOption,
} from '@bijli/contract/stations';
import type { Equipment, ListedStation } from '#modules/network/index.ts';
import { isOpenAt } from './opening-hours.ts';

/** What a filter looks at. */
export interface FilteredStation {
  station: Station;
  row: Pick<ListedStation, 'openHours' | 'amenities' | 'amenitiesInferred' | 'autocharge'>;
  equipment: Pick<Equipment, 'currents'> | undefined;
}

export interface FilterContext {
  /** Values chosen, at least one in each field that is there. */
  choices: Partial<Record<StationFilterField, readonly string[]>>;
  /** The driver's own, with connector types by the network's names. */
  vehicles: readonly { id: string; name: string; connectorTypes: readonly string[] }[];
  at: Date;
}

/** The values of a field that a station has. */
type ValuesOf = (one: FilteredStation, context: FilterContext) => readonly string[];

const YES = ['1'];
const NONE: readonly string[] = [];

/** Each field of the filter; every one narrows further. */
const FIELDS: Record<StationFilterField, ValuesOf> = {
  vehicle: ({ station }, { vehicles }) =>
    vehicles
      .filter(({ connectorTypes }) => connectorTypes.some((type) => station.connector_types?.includes(type)))
      .map(({ id }) => id),
  connectors: ({ station }) => station.connector_types ?? NONE,
  current: ({ equipment }) => equipment?.currents ?? NONE,
  open({ row }, { at }) {
    if (row.openHours === '24x7') return ['now', '24x7'];
    return isOpenAt(row.openHours, at) ? ['now'] : NONE;
  },
  network: ({ station }) => (station.network === undefined ? NONE : [station.network]),
  free: ({ station }) => (station.price_from === 0 ? YES : NONE),
  available: ({ station }) => [String(station.status)],
  autocharge: ({ row }) => (row.autocharge ? YES : NONE),
  access: ({ station }) => [station.visibility],
  amenities: ({ row }) => row.amenities,
  rating: ({ station: { rate } }) => (rate === undefined ? NONE : RATING_STEPS.filter((step) => rate >= Number(step))),
};

/** Options that are there whatever the network has. */
const FIXED: Partial<Record<StationFilterField, readonly string[]>> = {
  current: ['AC', 'DC'],
  open: ['now', '24x7'],
  free: YES,
  available: YES,
  autocharge: YES,
  access: ['public', 'captive'],
  amenities: STATION_AMENITIES,
  rating: RATING_STEPS,
};

/** Whether a station suits every field. */
export function matches(one: FilteredStation, context: FilterContext): boolean {
  return Object.entries(context.choices).every(([field, chosen]) =>
    matchesField(field as StationFilterField, chosen, one, context),
  );
}

function matchesField(
  field: StationFilterField,
  chosen: readonly string[],
  one: FilteredStation,
  context: FilterContext,
): boolean {
  const values = FIELDS[field](one, context);
  // Amenities are wanted together; of anything else one is enough.
  return field === 'amenities'
    ? chosen.every((value) => values.includes(value))
    : chosen.some((value) => values.includes(value));
}

/** Options that come from the network itself, the commonest first. */
export function optionsOfNetwork(network: Iterable<FilteredStation>): Record<'connectors' | 'network', string[]> {
  const counts = { connectors: new Map<string, number>(), network: new Map<string, number>() };
  for (const { station } of network) {
    for (const type of station.connector_types ?? []) raise(counts.connectors, type);
    if (station.network !== undefined) raise(counts.network, station.network);
  }
  return { connectors: commonestFirst(counts.connectors), network: commonestFirst(counts.network) };
}

/**
 * How many of these stations each option would leave. Inside a field an option stands for itself, whatever else is chosen
 * there; amenities, which are wanted together, count with those already chosen.
 */
export function countOptions(
  among: Iterable<FilteredStation>,
  context: FilterContext,
  ofNetwork: Record<'connectors' | 'network', string[]>,
): { total: number; options: Record<StationFilterField, StationFilterOption[]> } {
  const chosen = Object.entries(context.choices) as [StationFilterField, readonly string[]][];
  const counts = new Map(STATION_FILTER_FIELDS.map((field) => [field, new Map<string, number>()]));
  const guessed = new Map<string, number>();
  let total = 0;
  for (const one of among) {
    const missed = chosen
      .filter(([field, values]) => !matchesField(field, values, one, context))
      .map(([field]) => field);
    if (missed.length > 1 || missed[0] === 'amenities') continue;
    if (missed.length === 0) total += 1;
    // One that misses a single field is left again by that field's other options alone.
    for (const [field, ofField] of counts) {
      if (missed.length > 0 && field !== missed[0]) continue;
      for (const value of FIELDS[field](one, context)) {
        raise(ofField, value);
        if (field === 'amenities' && one.row.amenitiesInferred) raise(guessed, value);
      }
    }
  }
  const optionsOf = (field: StationFilterField): StationFilterOption[] => {
    const count = (value: string): number => counts.get(field)?.get(value) ?? 0;
    if (field === 'vehicle') return context.vehicles.map(({ id, name }) => ({ value: id, name, count: count(id) }));
    const values = field === 'connectors' || field === 'network' ? ofNetwork[field] : (FIXED[field] ?? []);
    return values.map((value) => {
      const likely = field === 'amenities' ? guessed.get(value) : undefined;
      return { value, count: count(value), ...(likely === undefined ? {} : { likely }) };
    });
  };
  return {
    total,
    options: Object.fromEntries(STATION_FILTER_FIELDS.map((field) => [field, optionsOf(field)])) as Record<
      StationFilterField,
      StationFilterOption[]
    >,
  };
}

function raise(counts: Map<string, number>, value: string): void {
  counts.set(value, (counts.get(value) ?? 0) + 1);
}

function commonestFirst(counts: Map<string, number>): string[] {
  return [...counts].toSorted(([a, m], [b, n]) => n - m || a.localeCompare(b)).map(([value]) => value);
}
