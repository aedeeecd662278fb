import type { Coordinates } from '@bijli/contract/geo';
import type { MapWindow } from '../station-query.ts';

/** A square of the quadtree, and the positions of its stations. */
export interface Square {
  code: number;
  x: number;
  y: number;
  depth: number;
  from: number;
  to: number;
}

export function middleOf({ west, south, east, north }: MapWindow): Coordinates {
  return { latitude: (south + north) / 2, longitude: (west + east) / 2 };
}

export function edgesOf({ x, y, depth }: Square): MapWindow {
  const degrees = 360 / 2 ** depth;
  const [west, south] = [x * degrees - 180, y * degrees - 90];
  return { west, south, east: west + degrees, north: south + degrees };
}

export function overlaps(edges: MapWindow, window: MapWindow): boolean {
  return (
    edges.west <= window.east && edges.east >= window.west && edges.south <= window.north && edges.north >= window.south
  );
}

export function contains(window: MapWindow, edges: MapWindow): boolean {
  return (
    edges.west >= window.west && edges.east <= window.east && edges.south >= window.south && edges.north <= window.north
  );
}

/** The point of a square that is nearest to another. */
export function nearestIn({ west, south, east, north }: MapWindow, { latitude, longitude }: Coordinates): Coordinates {
  return {
    latitude: Math.max(south, Math.min(north, latitude)),
    longitude: Math.max(west, Math.min(east, longitude)),
  };
}

/** A flat distance, which is enough for sorting. */
export function squaredDistance({ latitude, longitude }: Coordinates, from: Coordinates): number {
  const stretch = Math.cos((from.latitude * Math.PI) / 180);
  return (latitude - from.latitude) ** 2 + ((longitude - from.longitude) * stretch) ** 2;
}
