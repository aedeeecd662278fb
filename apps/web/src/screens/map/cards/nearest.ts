import type { Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { bestUseFirst, canRecommend } from '#parts/stations/station-order.ts';
import { isIn, type View } from '../view/view.ts';

/**
 * The stations nearest to a point, nearest first. Distances are calculated on a plane, which is enough for the order.
 */
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

/** At least this many cards are for recommended stations, even if other stations are nearer. */
const RECOMMENDED = 12;

/**
 * Like `nearest`, but the most useful stations come first. The nearest recommended ones always have a card if they are
 * in `view` (or without a view): a dozen closed stations nearby must not hide a free one beyond them.
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

/** The picked station, then the stations around it, the most useful first. */
export function pickedFirst(
  stations: readonly Station[],
  types: readonly string[] | undefined,
  picked: Station,
  count: number,
): Station[] {
  const others = nearest(stations, picked, count).filter(({ property_id: id }) => id !== picked.property_id);
  return [picked, ...bestUseFirst(others, types)].slice(0, count);
}
