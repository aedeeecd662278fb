import type { MapRef } from 'react-map-gl/maplibre';
import { INDIA, type Coordinates } from '@bijli/contract/geo';
import type { Mover, View } from './view.ts';

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
/** What the map tells about moves that the driver did not make. */
export const OWN_MOVE = { mover: 'opening' };
export const DRIVERS_MOVE = { mover: 'driver' };
export const HOME_MOVE = { mover: 'home' };
const CARD_MOVE = { mover: 'card' };
/** A pin nearer to an edge than this is not well in view. */
const EDGE_PX = 48;

/** The edges of what the map shows now, in degrees. */
export function edgesOf(map: Pick<MapRef, 'getBounds'>): Pick<View, 'west' | 'south' | 'east' | 'north'> {
  const bounds = map.getBounds();
  return { west: bounds.getWest(), south: bounds.getSouth(), east: bounds.getEast(), north: bounds.getNorth() };
}

/** What the map shows now. */
export function viewOf(map: MapRef): View {
  const { lat: latitude, lng: longitude } = map.getCenter();
  return { middle: { latitude, longitude }, mapLibreZoom: map.getZoom(), ...edgesOf(map) };
}

/** Moves the map when the pin lies outside it, at its edge or under a bar. */
export function bringIntoView(
  map: MapRef,
  { longitude, latitude }: Coordinates,
  padding: Padding,
  isStill: boolean,
): void {
  const { x, y } = map.project([longitude, latitude]);
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const isClear =
    x > padding.left + EDGE_PX &&
    x < width - padding.right - EDGE_PX &&
    y > padding.top + 2 * EDGE_PX &&
    y < height - padding.bottom - EDGE_PX / 2;
  if (!isClear) map.easeTo({ center: [longitude, latitude], duration: isStill ? 0 : 500 }, CARD_MOVE);
}

/** Who has made the map move: what it does by itself when its size changes comes neither from us nor from the driver's hand. */
export function moverOf(event: object): Mover {
  if ('mover' in event) return event.mover as Mover;
  return 'originalEvent' in event && event.originalEvent ? 'driver' : 'resize';
}
