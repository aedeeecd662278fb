import type { Bounds, Coordinates } from '@bijli/contract/geo';

/** A square of the quadtree, and the positions of its stations. */
export interface Square {
  code: number;
  x: number;
  y: number;
  depth: number;
  from: number;
  to: number;
}

export function middleOf({ west, south, east, north }: Bounds): Coordinates {
  return { latitude: (south + north) / 2, longitude: (west + east) / 2 };
}

export function edgesOf({ x, y, depth }: Square): Bounds {
  const degrees = 360 / 2 ** depth;
  const [west, south] = [x * degrees - 180, y * degrees - 90];
  return { west, south, east: west + degrees, north: south + degrees };
}

export function overlaps(edges: Bounds, window: Bounds): boolean {
  return (
    edges.west <= window.east && edges.east >= window.west && edges.south <= window.north && edges.north >= window.south
  );
}

/** The point of a square that is nearest to another. */
export function nearestIn({ west, south, east, north }: Bounds, { latitude, longitude }: Coordinates): Coordinates {
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
