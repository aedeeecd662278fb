import type { Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { bestUseFirst, canRecommend } from '#parts/station-order.ts';

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

/** As `nearest`, but those of most use come first: in front stands the nearest that can be recommended, however far it is. */
export function nearestRecommendedFirst(
  stations: readonly Station[],
  types: readonly string[] | undefined,
  middle: Coordinates,
  count: number,
): Station[] {
  const recommended = stations.filter((station) => canRecommend(station, types));
  const [first] = nearest(recommended, middle, 1);
  const list = bestUseFirst(nearest(stations, middle, count), types);
  return first ? [first, ...list.filter((station) => station !== first)].slice(0, count) : list;
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
