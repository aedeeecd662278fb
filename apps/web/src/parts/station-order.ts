import { useMemo, useState } from 'react';
import { distanceKm, type Coordinates } from '@bijli/contract/geo';
import { isCaptive } from '@bijli/contract/station-access';
import { plugFitOf } from '@bijli/contract/station-plugs';
import type { Station } from '@bijli/contract/stations';

/**
 * Sorted by distance when the position is known; otherwise those where anybody may charge come first, and of them those where a charge can
 * start now.
 */
export function nearestFirst(stations: readonly Station[], from: Coordinates | undefined): Station[] {
  if (!from) return publicFirst(stations.toSorted((a, b) => b.status - a.status));
  return stations
    .map((station) => ({ station, km: distanceKm(from, station) }))
    .toSorted((a, b) => a.km - b.km)
    .map(({ station }) => station);
}

/** Of how much use a station is now: a plug that fits is free and the place open, none is, or there is none that fits. */
export type StationUse = 'free' | 'noneFree' | 'unfit';

/** For a vehicle with these connector types; for any vehicle without. */
export function stationUse(station: Station, types: readonly string[] | undefined): StationUse {
  const { fits, free } = plugFitOf(station, types);
  if (!fits) return 'unfit';
  return station.status === 1 && free > 0 && station.open_now !== false ? 'free' : 'noneFree';
}

const USES: readonly StationUse[] = ['free', 'noneFree', 'unfit'];

/** Whether it can be recommended for a vehicle with these connector types: whoever drives there can start a charge now. */
export function canRecommend(station: Station, types: readonly string[] | undefined): boolean {
  return stationUse(station, types) === 'free' && !isCaptive(station);
}

/** The stations in their order, those of most use first, and of equal use those where anybody may charge. */
export function bestUseFirst(stations: readonly Station[], types: readonly string[] | undefined): Station[] {
  const groups = Map.groupBy(stations, (station) => stationUse(station, types));
  return USES.flatMap((use) => publicFirst(groups.get(use) ?? []));
}

function publicFirst(stations: readonly Station[]): Station[] {
  return stations.toSorted((a, b) => Number(isCaptive(a)) - Number(isCaptive(b)));
}

/** The stations in their order in two groups: those with a plug for a vehicle with these connector types, and the others. */
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
 * As nearestFirst, but while the list is of the same stations they stay where they are: one that becomes free does not jump
 * away from under a finger, and 100,000 are not sorted anew twice a second.
 */
export function useNearestFirst(stations: readonly Station[], from: Coordinates | undefined): Station[] {
  const [sort] = useState(() => stableOrder(nearestFirst));
  return useMemo(() => sort(stations, from), [sort, stations, from]);
}

/** A group of a list, of stations of one use. */
export interface StationGroup {
  use: StationUse;
  stations: Station[];
}

/** In groups by their use, the best first, each nearest first; like useNearestFirst, every station stays where it is. */
export function useGroupedByUse(
  stations: readonly Station[],
  from: Coordinates | undefined,
  types: readonly string[] | undefined,
): StationGroup[] {
  const group = useMemo(() => groupedSteadily(types), [types]);
  return useMemo(() => group(stations, from), [group, stations, from]);
}

function groupedSteadily(types: readonly string[] | undefined) {
  let uses = new Map<string, StationUse>();
  const sort = stableOrder((stations, from) => {
    uses = new Map(stations.map((station) => [station.property_id, stationUse(station, types)]));
    return bestUseFirst(nearestFirst(stations, from), types);
  });
  return (stations: readonly Station[], from: Coordinates | undefined): StationGroup[] => {
    const groups = Map.groupBy(sort(stations, from), ({ property_id: id }) => uses.get(id) ?? 'noneFree');
    return [...groups].map(([use, members]) => ({ use, stations: members }));
  };
}

/** Sorts in an order, and remembers it for as long as it is given the same stations. */
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
 * What a search found, as a driver wants it: first the stations that bear the text in their name, then those found by their
 * place or in another way, each the nearest first. Without a position the server's order stands.
 */
export function bestMatchFirst(stations: readonly Station[], text: string, from: Coordinates | undefined): Station[] {
  if (!from) return [...stations];
  const lowerText = text.toLocaleLowerCase();
  const groups = Map.groupBy(stations, ({ property_name: name }) => name.toLocaleLowerCase().includes(lowerText));
  return [...nearestFirst(groups.get(true) ?? [], from), ...nearestFirst(groups.get(false) ?? [], from)];
}
