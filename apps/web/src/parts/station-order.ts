import { useMemo, useState } from 'react';
import { distanceKm, type Place } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';

/** Sorted by distance when the position is known; otherwise those where a charge can start now come first. */
export function nearestFirst(stations: readonly Station[], from: Place | undefined): Station[] {
  if (!from) return stations.toSorted((a, b) => b.status - a.status);
  return stations
    .map((station) => ({ station, km: distanceKm(from, station) }))
    .toSorted((a, b) => a.km - b.km)
    .map(({ station }) => station);
}

/**
 * As nearestFirst, but while the list is of the same stations they stay where they are: one that becomes free does not jump
 * away from under a finger, and 100,000 are not sorted anew twice a second.
 */
export function useNearestFirst(stations: readonly Station[], from: Place | undefined): Station[] {
  const [sort] = useState(steadily);
  return useMemo(() => sort(stations, from), [sort, stations, from]);
}

/** Sorts like nearestFirst, and remembers the order for as long as it is given the same stations. */
export function steadily(): typeof nearestFirst {
  let last: { from: Place | undefined; stations: readonly Station[]; ids: string[] } | undefined;
  return (stations, from) => {
    const before = last;
    if (before && before.from === from && areSame(before.stations, stations)) {
      const byId = new Map(stations.map((station) => [station.property_id, station]));
      return before.ids.flatMap((id) => byId.get(id) ?? []);
    }
    const sorted = nearestFirst(stations, from);
    last = { from, stations, ids: sorted.map(({ property_id }) => property_id) };
    return sorted;
  };
}

function areSame(before: readonly Station[], now: readonly Station[]): boolean {
  return (
    before.length === now.length && now.every(({ property_id }, place) => before[place]?.property_id === property_id)
  );
}

/**
 * What a search found, as a driver wants it: first the stations that bear the text in their name, then those found by their
 * place or in another way, each the nearest first. Without a position the server's order stands.
 */
export function bestFirst(stations: readonly Station[], text: string, from: Place | undefined): Station[] {
  if (!from) return [...stations];
  const wanted = text.toLocaleLowerCase();
  const groups = Map.groupBy(stations, ({ property_name: name }) => name.toLocaleLowerCase().includes(wanted));
  return [...nearestFirst(groups.get(true) ?? [], from), ...nearestFirst(groups.get(false) ?? [], from)];
}
