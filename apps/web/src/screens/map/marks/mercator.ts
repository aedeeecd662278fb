import type { Coordinates } from '@bijli/contract/geo';
import type { ScreenPoint } from '../view/screen-point.ts';

/** The width of the world in the static basemap's drawing. A unit is about half a pixel of a large screen. */
export const DRAWN_WORLD = 16_384;

/** The size of MapLibre's tiles. */
const TILE_PX = 512;

/** The width of the world in px at a zoom, as MapLibre counts it. */
export function worldPx(zoom: number): number {
  return TILE_PX * 2 ** zoom;
}

/** The zoom at which the world has this width. */
export function zoomOfWorld(px: number): number {
  return Math.log2(px / TILE_PX);
}

/** A place on the square on which web maps draw the world (EPSG:3857): 0 to 1, with y growing downward. */
export function mercator({ latitude, longitude }: Coordinates): ScreenPoint {
  const y = Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / (2 * Math.PI);
  return { x: longitude / 360 + 0.5, y: 0.5 - y };
}

/** The place at a position on that square. */
export function placeAt({ x, y }: ScreenPoint): Coordinates {
  const latitude = (Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) * 360) / Math.PI - 90;
  return { latitude, longitude: (x - 0.5) * 360 };
}
