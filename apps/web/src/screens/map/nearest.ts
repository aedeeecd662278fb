import type { Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { bestUseFirst, canRecommend } from '#parts/station-order.ts';
import { isIn, type View } from './view.ts';

/** The stations nearest to a point, nearest first. On the flat: exact distance is not worth its price for an order. */
export function nearest(stations: readonly Station[], middle: Coordinates, count: number): Station[] {
  const stretch = Math.cos((middle.latitude * Math.PI) / 180);
  return stations
    .map((station) => ({
      station,
      far: (station.latitude - middle.latitude) ** 2 + ((station.longitude - middle.longitude) * stretch) ** 2,
    }))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, count)
    .map(({ station }) => station);
}

/** Of what can be recommended so many have a card, even if others are nearer. */
const RECOMMENDED = 12;

/**
 * As `nearest`, but those of most use come first. The nearest that can be recommended have a card as far as they lie in `view`, or
 * however far they are without one: a dozen closed stations nearby must not keep the free one beyond them out.
 */
export function bestNearest(
  stations: readonly Station[],
  types: readonly string[] | undefined,
  middle: Coordinates,
  count: number,
  view?: View,
): Station[] {
  const recommended = stations.filter((station) => isIn(view, station) && canRecommend(station, types));
  const first = nearest(recommended, middle, RECOMMENDED);
  const others = nearest(stations, middle, count).filter((station) => !first.includes(station));
  const cards = nearest([...first, ...others.slice(0, count - first.length)], middle, count);
  return bestUseFirst(cards, types);
}

/** The one that the driver has picked, then those around it, of them those of most use first. */
export function pickedFirst(
  stations: readonly Station[],
  types: readonly string[] | undefined,
  picked: Station,
  count: number,
): Station[] {
  const others = nearest(stations, picked, count).filter(({ property_id: id }) => id !== picked.property_id);
  return [picked, ...bestUseFirst(others, types)].slice(0, count);
}
