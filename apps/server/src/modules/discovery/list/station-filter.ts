import {
  POWER_STEPS,
  RATING_STEPS,
  STATION_FILTER_FIELDS,
  STATION_AMENITIES,
  type StationFilterField,
  type StationFilterOption,
} from '@bijli/contract/station-filter';
import { isFreeFor, isWantedType, type FreeNow, wantedTypes } from '@bijli/contract/station-plugs';
import type { StationTraits } from '#modules/network/index.ts';
import { isOpenAt } from '../station/opening-hours.ts';
import type { StationOffer } from './station-offers.ts';

/** The properties of a station that a filter reads. */
export interface FilteredStation {
  offer: Pick<StationOffer, 'equipment' | 'openHours' | 'hourly'>;
  traits: StationTraits;
  /** What is free there now. */
  now: FreeNow;
  /** Average of its reviews. NaN without reviews. */
  averageRating: number;
}

/** Stations that a filter cannot distinguish, and their number. */
export interface AlikeStations {
  like: FilteredStation;
  count: number;
}

export interface FilterContext {
  /** Chosen values, at least one in each given field. */
  choices: Partial<Record<StationFilterField, readonly string[]>>;
  /** The driver's vehicles, with the network's names of connector types. */
  vehicles: readonly { id: string; name: string; connectorTypes: readonly string[] }[];
  /** Connector types of the car that stations are wanted for, empty for any. */
  carTypes: readonly string[];
  at: Date;
}

/** Returns the values that a station has in a field. */
type ValuesOf = (one: FilteredStation, context: FilterContext) => readonly string[];

const YES = ['1'];
const NO = ['0'];
const NONE: readonly string[] = [];

/**
 * The fields of a filter. A station must match each. Each is read for itself, but `power` and `available` are those of
 * the chosen connector types, vehicles and current, and `available` of the car where none are chosen.
 */
const FIELDS: Record<StationFilterField, ValuesOf> = {
  vehicle: ({ offer: { equipment } }, { vehicles }) =>
    vehicles
      .filter(({ connectorTypes }) => connectorTypes.some((type) => equipment?.types.includes(type)))
      .map(({ id }) => id),
  connectors: ({ offer: { equipment } }) => equipment?.types ?? NONE,
  current: ({ offer: { equipment } }) => equipment?.currents ?? NONE,
  power({ offer: { equipment } }, context) {
    const types = chosenTypes(context);
    const wanted = equipment?.plugs.filter(({ type }) => types.length === 0 || isWantedType(types, type)) ?? [];
    const maxW = Math.max(0, ...wanted.map(({ ratedW }) => ratedW));
    return POWER_STEPS.filter((step) => maxW >= Number(step) * 1000);
  },
  open({ offer: { openHours } }, { at }) {
    if (openHours === '24x7') return ['now', '24x7'];
    return isOpenAt(openHours, at) ? ['now'] : NONE;
  },
  network: ({ traits: { network } }) => (network === '' ? NONE : [network]),
  free: ({ offer: { hourly } }) => (hourly.price_from === 0 ? YES : NONE),
  available: ({ now }, context) => (isFreeFor(now, freeTypes(context)) ? YES : NO),
  autocharge: ({ traits: { hasAutocharge } }) => (hasAutocharge ? YES : NONE),
  access: ({ traits: { access } }) => [access],
  amenities: ({ traits: { amenities } }) => amenities,
  rating: ({ averageRating }) => RATING_STEPS.filter((step) => averageRating >= Number(step)),
};

/** The connector types that decide what is free, empty for any. */
export function freeTypes(context: FilterContext): readonly string[] {
  return chosenTypes(context, context.carTypes);
}

function chosenTypes({ choices, vehicles }: FilterContext, car?: readonly string[]): readonly string[] {
  const chosen = choices.vehicle && vehicles.filter(({ id }) => choices.vehicle?.includes(id));
  return wantedTypes(
    {
      connectors: choices.connectors,
      vehicles: chosen?.flatMap(({ connectorTypes }) => connectorTypes),
      currents: choices.current,
    },
    car,
  );
}

/** Fields that decide what `power` and `available` are about. */
const CHANGING_OTHERS: ReadonlySet<StationFilterField> = new Set(['connectors', 'vehicle', 'current']);

/** Options that exist whatever the network has. */
const FIXED: Partial<Record<StationFilterField, readonly string[]>> = {
  current: ['AC', 'DC'],
  power: POWER_STEPS,
  open: ['now', '24x7'],
  free: YES,
  available: YES,
  autocharge: YES,
  access: ['public', 'captive'],
  amenities: STATION_AMENITIES,
  rating: RATING_STEPS,
};

/** True if a station matches every field. */
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
  // All chosen amenities are required. In other fields one match is enough.
  return field === 'amenities'
    ? chosen.every((value) => values.includes(value))
    : chosen.some((value) => values.includes(value));
}

/** Options that come from the network itself, most common first. */
export function optionsOfNetwork(network: Iterable<AlikeStations>): Record<'connectors' | 'network', string[]> {
  const counts = { connectors: new Map<string, number>(), network: new Map<string, number>() };
  for (const { like, count } of network) {
    for (const type of like.offer.equipment?.types ?? []) raise(counts.connectors, type, count);
    if (like.traits.network !== '') raise(counts.network, like.traits.network, count);
  }
  return { connectors: commonestFirst(counts.connectors), network: commonestFirst(counts.network) };
}

/**
 * Counts how many of these stations each option would leave. In a field, the other chosen options are ignored, except
 * for amenities, which are all required.
 */
export function countOptions(
  among: Iterable<AlikeStations>,
  context: FilterContext,
  ofNetwork: Record<'connectors' | 'network', string[]>,
): { total: number; options: Record<StationFilterField, StationFilterOption[]> } {
  const chosen = Object.entries(context.choices) as [StationFilterField, readonly string[]][];
  const counts = new Map(STATION_FILTER_FIELDS.map((field) => [field, new Map<string, number>()]));
  const guessed = new Map<string, number>();
  // Another connector type, vehicle or current changes what these fields are about.
  const changesOthers = context.choices.power !== undefined || context.choices.available !== undefined;
  let total = 0;
  for (const { like: one, count } of among) {
    const missed = chosen
      .filter(([field, values]) => !matchesField(field, values, one, context))
      .map(([field]) => field);
    if (missed.length === 0) total += count;
    // A station that misses exactly one field is counted for other options of that field.
    const isCounted = (field: StationFilterField, value: string): boolean =>
      changesOthers && CHANGING_OTHERS.has(field)
        ? matches(one, { ...context, choices: { ...context.choices, [field]: [value] } })
        : missed.length === 0 || (missed.length === 1 && missed[0] === field && field !== 'amenities');
    for (const [field, ofField] of counts) {
      for (const value of FIELDS[field](one, context)) {
        if (!isCounted(field, value)) continue;
        raise(ofField, value, count);
        if (field === 'amenities' && one.traits.hasInferredAmenities) raise(guessed, value, count);
      }
    }
  }
  const optionsOf = (field: StationFilterField): StationFilterOption[] => {
    const countOf = (value: string): number => counts.get(field)?.get(value) ?? 0;
    if (field === 'vehicle') return context.vehicles.map(({ id, name }) => ({ value: id, name, count: countOf(id) }));
    const values = field === 'connectors' || field === 'network' ? ofNetwork[field] : (FIXED[field] ?? []);
    return values.map((value) => {
      const likely = field === 'amenities' ? guessed.get(value) : undefined;
      return { value, count: countOf(value), ...(likely === undefined ? {} : { likely }) };
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

function raise(counts: Map<string, number>, value: string, by: number): void {
  counts.set(value, (counts.get(value) ?? 0) + by);
}

function commonestFirst(counts: Map<string, number>): string[] {
  return [...counts].toSorted(([a, m], [b, n]) => n - m || a.localeCompare(b)).map(([value]) => value);
}
