import type { MapRef } from 'react-map-gl/maplibre';
import { type Bounds, INDIA, type Coordinates } from '@bijli/contract/geo';
import { BUTTONS_PX } from '../marks/clear-of-bars.ts';
import { mercator, worldPx } from '../marks/mercator.ts';
import { mapLibreZoom, NEAR_ZOOM, type Mover, type View } from './view.ts';

/** Px at each edge that panels and bars cover. */
export interface Padding {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export const INDIA_BOX: [[number, number], [number, number]] = [
  [INDIA.west, INDIA.south],
  [INDIA.east, INDIA.north],
];
/** Passed to MapLibre with each move that the app makes. MapLibre hands it on to the listeners of the move. */
export const OWN_MOVE = { mover: 'opening' };
export const DRIVERS_MOVE = { mover: 'driver' };
export const HOME_MOVE = { mover: 'home' };
const CARD_MOVE = { mover: 'card' };
/** A pin nearer to an edge than this is not well visible. */
const EDGE_PX = 48;

/** The edges of the map's present view, in degrees. */
export function edgesOf(map: Pick<MapRef, 'getBounds'>): Bounds {
  const bounds = map.getBounds();
  return { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() };
}

/** The map's present view. */
export function viewOf(map: MapRef): View {
  const { lat: latitude, lng: longitude } = map.getCenter();
  return { middle: { latitude, longitude }, mapLibreZoom: map.getZoom(), ...edgesOf(map) };
}

/** Moves the map when the pin is outside it, near its edge, or under a bar. */
export function bringIntoView(
  map: MapRef,
  { longitude, latitude }: Coordinates,
  padding: Padding,
  isStill: boolean,
): void {
  const { x, y } = map.project([longitude, latitude]);
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const [right, bottom] = [width - padding.right, height - padding.bottom];
  const isUnderButtons = x > right - BUTTONS_PX.width - EDGE_PX / 2 && y > bottom - BUTTONS_PX.height;
  const isClear =
    x > padding.left + EDGE_PX &&
    x < right - EDGE_PX &&
    y > padding.top + 2 * EDGE_PX &&
    y < bottom - EDGE_PX / 2 &&
    !isUnderButtons;
  if (!isClear) map.easeTo({ center: [longitude, latitude], duration: isStill ? 0 : 500 }, CARD_MOVE);
}

/** Who moved the map. A move that MapLibre makes by itself, because the map's size has changed, is `resize`. */
export function moverOf(event: object): Mover {
  if ('mover' in event) return event.mover as Mover;
  return 'originalEvent' in event && event.originalEvent ? 'driver' : 'resize';
}

/** Width and height, in px, of the part of the map that panels and bars leave free. */
export function freeSize(map: Pick<MapRef, 'getContainer'>, padding: Padding): { width: number; height: number } {
  const { clientWidth, clientHeight } = map.getContainer();
  return {
    width: clientWidth - padding.left - padding.right,
    height: clientHeight - padding.top - padding.bottom,
  };
}

/**
 * The zoom at which a place is in the middle, and the other places are in view as well. It is at most the zoom that was
 * asked for, and no smaller than one that is near, so that opening a station does not change it. Zooms are as MapLibre
 * counts them.
 */
export function zoomToSee(
  {
    place,
    mapLibreZoom: zoom,
    alsoSeen = [],
  }: { place: Coordinates; mapLibreZoom: number; alsoSeen?: readonly Coordinates[] },
  { width, height }: { width: number; height: number },
): number {
  const [halfWidth, halfHeight] = [width / 2 - EDGE_PX, height / 2 - EDGE_PX];
  if (halfWidth <= 0 || halfHeight <= 0) return zoom;
  // The buttons leave less of the lower right quarter: a pin there is beside them or above them.
  const beside = Math.max(1, width / 2 - BUTTONS_PX.width - EDGE_PX / 2);
  const above = Math.max(1, height / 2 - BUTTONS_PX.height);
  const middle = mercator(place);
  const px = worldPx(zoom);
  const needed = alsoSeen.map((other) => {
    const { x, y } = mercator(other);
    const [right, down] = [(x - middle.x) * px, (y - middle.y) * px];
    const all = Math.max(Math.abs(right) / halfWidth, Math.abs(down) / halfHeight);
    return right > 0 && down > 0 ? Math.max(all, Math.min(right / beside, down / above)) : all;
  });
  const most = Math.max(1, ...needed);
  return Math.min(zoom, Math.max(zoom - Math.log2(most), mapLibreZoom(NEAR_ZOOM)));
}
