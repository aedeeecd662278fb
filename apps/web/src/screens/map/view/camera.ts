import type { MapRef } from 'react-map-gl/maplibre';
import { type Bounds, INDIA, type Coordinates } from '@bijli/contract/geo';
import { DISTANCES_ZOOM } from '../distances/ring-layers.ts';
import { mercator, worldPx } from '../marks/mercator.ts';
import { CHOSEN_PIN } from '../marks/spiderfy.ts';
import type { ScreenPoint } from './screen-point.ts';
import { isUnderButtons } from './uncovered.ts';
import type { Size } from './use-size.ts';
import { mapLibreZoom, type Mover, TOWN_ZOOM, type View } from './view.ts';

/** Px at each edge that panels and bars cover. */
export interface Padding {
  top: number;
  right: number;
  bottom: number;
  left: number;
  /** What the round buttons cover of the lower right corner of the rest. */
  corner: Size;
  /** What the captions cover of the lower left corner of the rest, in a low window. */
  captions?: Size;
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
/** A pin is wholly visible with this much around its tip: half its width, its height, and what lies below it, px. */
const PIN_ROOM = { side: CHOSEN_PIN.half + 8, above: CHOSEN_PIN.height + 8, below: 8 };

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
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const isClear = isPinClear(map.project([longitude, latitude]), { width, height }, padding);
  if (!isClear) map.easeTo({ center: [longitude, latitude], duration: isStill ? 0 : 500 }, CARD_MOVE);
}

/** True when the chosen pin with this tip is wholly visible. */
export function isPinClear({ x, y }: ScreenPoint, { width, height }: Size, padding: Padding): boolean {
  const { top, left, corner } = padding;
  const [right, bottom] = [width - padding.right, height - padding.bottom];
  const { side, above, below } = PIN_ROOM;
  return (
    x > left + side &&
    x < right - side &&
    y > top + above &&
    y < bottom - below &&
    !isUnderButtons({ left, top, right, bottom, corner }, { x, y }, { width: side, height: below })
  );
}

/** Who moved the map. A move that MapLibre makes by itself, because the map's size has changed, is `resize`. */
export function moverOf(event: object): Mover {
  if ('mover' in event) return event.mover as Mover;
  return 'originalEvent' in event && event.originalEvent ? 'driver' : 'resize';
}

/** Width and height, in px, of the part of the map that panels and bars leave free, and what buttons cover of it. */
export interface FreeSize extends Size {
  corner: Size;
}

export function freeSize({ width, height }: Size, { top, right, bottom, left, corner }: Padding): FreeSize {
  return { width: width - left - right, height: height - top - bottom, corner };
}

/**
 * The zoom at which a place is in the middle, and the pins of the other places are in view as well. It is at most the
 * zoom that was asked for. For the first of them it is no smaller than one at which distances are drawn, and for the
 * others than one that shows a town. Zooms are as MapLibre counts them.
 */
export function zoomToSee(
  {
    place,
    mapLibreZoom: zoom,
    alsoSeen = [],
  }: { place: Coordinates; mapLibreZoom: number; alsoSeen?: readonly Coordinates[] },
  { width, height, corner }: FreeSize,
): number {
  const { side, above, below } = PIN_ROOM;
  // A low window does not show the whole pin above its middle. Its tip is then in the lower half of the space above.
  const [across, up, down] = [width / 2 - side, Math.max(height / 2 - above, height / 4), height / 2 - below];
  if (across <= 0 || down <= 0) return zoom;
  // The buttons leave less of the lower right quarter: a pin there is beside them or above them.
  const besideButtons = Math.max(1, across - corner.width);
  const aboveButtons = Math.max(1, down - corner.height);
  const middle = mercator(place);
  const px = worldPx(zoom);
  const needed = alsoSeen.map((other) => {
    const { x, y } = mercator(other);
    const [east, south] = [(x - middle.x) * px, (y - middle.y) * px];
    const all = Math.max(Math.abs(east) / across, -south / up, south / down);
    return east > 0 && south > 0 ? Math.max(all, Math.min(east / besideButtons, south / aboveButtons)) : all;
  });
  const zoomFor = (share: number, least: number) =>
    Math.min(zoom, Math.max(zoom - Math.log2(Math.max(1, share)), least));
  return Math.min(zoomFor(needed[0] ?? 1, DISTANCES_ZOOM), zoomFor(Math.max(1, ...needed), mapLibreZoom(TOWN_ZOOM)));
}
