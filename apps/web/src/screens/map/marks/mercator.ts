import type { Coordinates } from '@bijli/contract/geo';
import type { Spot } from './spiderfy.ts';

/** How wide the world is in the drawing of the static basemap: a unit is about half a pixel of a large screen. */
export const DRAWN_WORLD = 16_384;

/** MapLibre's tiles, px. */
const TILE_PX = 512;

/** How wide the whole world is at a zoom as MapLibre counts it, px. */
export function worldPx(zoom: number): number {
  return TILE_PX * 2 ** zoom;
}

/** The zoom at which the world is so wide. */
export function zoomOfWorld(px: number): number {
  return Math.log2(px / TILE_PX);
}

/** Where a place is on the square that web maps draw the world on (EPSG:3857): 0 to 1, y grows downward. */
export function mercator({ latitude, longitude }: Coordinates): Spot {
  const y = Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / (2 * Math.PI);
  return { x: longitude / 360 + 0.5, y: 0.5 - y };
}

/** The place at a spot of that square. */
export function placeAt({ x, y }: Spot): Coordinates {
  const latitude = (Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) * 360) / Math.PI - 90;
  return { latitude, longitude: (x - 0.5) * 360 };
}
