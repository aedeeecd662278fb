import { useMemo } from 'react';
import { distanceKm, type Coordinates } from '@bijli/contract/geo';
import { isCaptive } from '@bijli/contract/station-access';
import { isFreeFor, plugFitOf, plugsFor } from '@bijli/contract/station-plugs';
import type { Station } from '@bijli/contract/stations';
import type { WantedPlugs } from '#api/wanted-plugs.ts';
import type { StationSort } from '#device/station-sort.ts';
import { powerFor } from './power-for.ts';

/**
 * Sorted by distance when the position is known. Otherwise public stations come first, and among them those where a
 * charge can start now with one of these connector types, or with any.
 */
export function nearestFirst(
  stations: readonly Station[],
  from: Coordinates | undefined,
  types?: readonly string[],
): Station[] {
  if (!from) {
    const [free, others] = [true, false].map((isFree) => stations.filter((one) => isFreeFor(one, types) === isFree));
    return publicFirst([...(free ?? []), ...(others ?? [])]);
  }
  return stations
    .map((station) => ({ station, km: distanceKm(from, station) }))
    .toSorted((a, b) => a.km - b.km)
    .map(({ station }) => station);
}

/**
 * How useful a station is now: `free`: open with a free connector that fits. `noneFree`: none free. `captive`: only for
 * people of its site, whatever is free. `unfit`: no connector fits.
 */
export type StationUse = 'free' | 'noneFree' | 'captive' | 'unfit';

/** The use for a vehicle with these connector types, or for any vehicle when there are none. */
export function stationUse(station: Station, types: readonly string[] | undefined): StationUse {
  if (!plugFitOf(station, types).fits) return 'unfit';
  if (isCaptive(station)) return 'captive';
  return isFreeFor(station, types) ? 'free' : 'noneFree';
}

const USES: readonly StationUse[] = ['free', 'noneFree', 'captive', 'unfit'];

/** True when a driver with these connector types who goes there can start a charge now. */
export function canRecommend(station: Station, types: readonly string[] | undefined): boolean {
  return stationUse(station, types) === 'free';
}

/** Sorts stations by use, best first. Among equals the order stays. */
export function bestUseFirst(stations: readonly Station[], types: readonly string[] | undefined): Station[] {
  const groups = Map.groupBy(stations, (station) => stationUse(station, types));
  return USES.flatMap((use) => groups.get(use) ?? []);
}

function publicFirst(stations: readonly Station[]): Station[] {
  return stations.toSorted((a, b) => Number(isCaptive(a)) - Number(isCaptive(b)));
}

/** Splits stations into two groups in their order: those with a connector that fits, and the others. */
export function byFit(
  stations: readonly Station[],
  types: readonly string[] | undefined,
): { fitting: Station[]; unfit: Station[] } {
  const { fitting = [], unfit = [] } = Object.groupBy(stations, (station) =>
    plugFitOf(station, types).fits ? 'fitting' : 'unfit',
  );
  return { fitting, unfit };
}

type Order = (stations: readonly Station[], from: Coordinates | undefined) => Station[];

/**
 * Hook: like nearestFirst, but stations keep their place while the list has the same stations. A station that becomes
 * free does not move away from under a finger, and 100,000 stations are not sorted twice a second.
 */
export function useNearestFirst(
  stations: readonly Station[],
  from: Coordinates | undefined,
  types: readonly string[] | undefined,
): Station[] {
  const sort = useMemo(() => stableOrder((some, place) => nearestFirst(some, place, types)), [types]);
  return useMemo(() => sort(stations, from), [sort, stations, from]);
}

/** By name, which is the order of a list whose driver is nowhere. */
function byName(stations: readonly Station[]): Station[] {
  return stations
    .map((station) => ({ station, name: station.property_name.toLowerCase() }))
    .toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
    .map(({ station }) => station);
}

type SortVehicle = Omit<WantedPlugs, 'name'>;

/** Nobody drives further for a cheaper or faster charge. */
export const MAX_DETOUR_KM = 30;

/**
 * By the price or the power that a card shows: of the plug that is best for the vehicle, at most the vehicle's own
 * power. Stations within a detour come before those further away. Equals stay in their order; unknown prices and powers
 * come last.
 */
export function sortedBy(
  stations: readonly Station[],
  { sort, from, vehicle }: { sort: StationSort; from: Coordinates | undefined; vehicle: SortVehicle | undefined },
): Station[] {
  if (sort === 'nearest') return [...stations];
  const keyOf = (station: Station): number => {
    const plugs = plugsFor(station, vehicle?.types);
    if (sort === 'cheapest') return plugs.price ?? Infinity;
    return -(powerFor(plugs, vehicle) ?? 0);
  };
  const isFar = (station: Station): boolean => from !== undefined && distanceKm(from, station) > MAX_DETOUR_KM;
  return stations
    .map((station) => ({ station, far: Number(isFar(station)), key: keyOf(station) }))
    .toSorted((a, b) => a.far - b.far || (a.key === b.key ? 0 : a.key - b.key))
    .map(({ station }) => station);
}

/** A group of stations with the same use. */
export interface StationGroup {
  use: StationUse;
  stations: Station[];
}

/**
 * Hook: stations in groups by use, best first, each in the wanted order. Without a position the nearest are not known,
 * so names take their place. As in useNearestFirst, every station keeps its place.
 */
export function useGroupedByUse(
  stations: readonly Station[],
  from: Coordinates | undefined,
  vehicle: SortVehicle | undefined,
  sort: StationSort = 'nearest',
): StationGroup[] {
  const group = useMemo(() => groupedSteadily(vehicle, sort), [vehicle, sort]);
  return useMemo(() => group(stations, from), [group, stations, from]);
}

function groupedSteadily(vehicle: SortVehicle | undefined, order: StationSort) {
  const types = vehicle?.types;
  let uses = new Map<string, StationUse>();
  const sort = stableOrder((stations, from) => {
    uses = new Map(stations.map((station) => [station.property_id, stationUse(station, types)]));
    const sorted = from ? nearestFirst(stations, from) : byName(stations);
    return bestUseFirst(sortedBy(sorted, { sort: order, from, vehicle }), types);
  });
  return (stations: readonly Station[], from: Coordinates | undefined): StationGroup[] => {
    const groups = Map.groupBy(sort(stations, from), ({ property_id: id }) => uses.get(id) ?? 'noneFree');
    return [...groups].map(([use, members]) => ({ use, stations: members }));
  };
}

/** Returns a sort that remembers its order while it gets the same stations. */
export function stableOrder(order: Order): Order {
  let last: { from: Coordinates | undefined; stations: readonly Station[]; ids: string[] } | undefined;
  return (stations, from) => {
    const before = last;
    if (before && before.from === from && areSame(before.stations, stations)) {
      const byId = new Map(stations.map((station) => [station.property_id, station]));
      return before.ids.flatMap((id) => byId.get(id) ?? []);
    }
    const sorted = order(stations, from);
    last = { from, stations, ids: sorted.map(({ property_id }) => property_id) };
    return sorted;
  };
}

function areSame(before: readonly Station[], after: readonly Station[]): boolean {
  return (
    before.length === after.length &&
    after.every(({ property_id }, index) => before[index]?.property_id === property_id)
  );
}

/**
 * Search results in the driver's order: first stations with the text in their name, then those found by place or
 * otherwise. In both, those where a charge can start now come first, each by distance. Without a position the server's
 * order stays.
 */
export function bestMatchFirst(
  stations: readonly Station[],
  text: string,
  from: Coordinates | undefined,
  types?: readonly string[],
): Station[] {
  if (!from) return [...stations];
  const lowerText = text.toLocaleLowerCase();
  const groups = Map.groupBy(stations, ({ property_name: name }) => name.toLocaleLowerCase().includes(lowerText));
  return [true, false].flatMap((isNamed) => bestUseFirst(nearestFirst(groups.get(isNamed) ?? [], from), types));
}

/** Hook: like bestMatchFirst, but as in useNearestFirst every station keeps its place. */
export function useBestMatchFirst(
  stations: readonly Station[],
  text: string,
  from: Coordinates | undefined,
  types: readonly string[] | undefined,
): Station[] {
  const sort = useMemo(() => stableOrder((some, place) => bestMatchFirst(some, text, place, types)), [text, types]);
  return useMemo(() => sort(stations, from), [sort, stations, from]);
}
