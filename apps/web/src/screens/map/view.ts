import { isOnEarth, type Coordinates } from '@bijli/contract/geo';
import type { MapStations } from '#api/map-stations.ts';
import type { ZoomedWindow } from '#api/map-windows.ts';

/** Zooms as the specification counts them, in tiles of 256 px. */
export const MIN_ZOOM = 4;
export const MAX_ZOOM = 16;
/** How close a place given in the address is shown, and the driver's own position. */
export const PLACE_ZOOM = 14;
/** From here every station is a pin of its own. */
export const SINGLE_ZOOM = 15;
/** From here not much more than a State is to be seen. */
export const STATE_ZOOM = 7;
/** From here the names of localities are shown. */
export const LOCALITIES_ZOOM = 11;

/** MapLibre counts in tiles of 512 px, so its zooms are one less. */
export function mapLibreZoom(zoom: number): number {
  return zoom - 1;
}

function specifiedZoom(mapLibre: number): number {
  return mapLibre + 1;
}

/** How near a cluster falls apart, or what one of the server's holds is seen. As MapLibre counts. */
export function zoomInto(now: number, fallsApart = now + 2): number {
  return fallsApart + 0.2;
}

/** The place in `?lat=&lng=`; nothing when a value is missing, not a number or not on Earth. */
export function placeIn(search: URLSearchParams): Coordinates | undefined {
  const [latitude, longitude] = ['lat', 'lng'].map((name) => {
    const text = search.get(name)?.trim();
    return text ? Number(text) : Number.NaN;
  }) as [number, number];
  return isOnEarth(latitude, longitude) ? { latitude, longitude } : undefined;
}

/** The zoom in `?zoom=`, as the specification counts them; that of a place without one. */
export function zoomIn(search: URLSearchParams): number {
  const zoom = Number(search.get('zoom') ?? Number.NaN);
  return zoom >= MIN_ZOOM && zoom <= MAX_ZOOM ? zoom : PLACE_ZOOM;
}

/**
 * What has moved the map: its opening, another size, a card that its pin is brought into view for, the way to the driver's own
 * place, or the driver.
 */
export type Mover = 'opening' | 'resize' | 'card' | 'home' | 'driver';

/** What the map shows now. */
export interface View {
  /** The middle of what is not covered by panels and bars. */
  middle: Coordinates;
  mapLibreZoom: number;
  west: number;
  south: number;
  east: number;
  north: number;
}

/** What is to be put together for the map to draw. */
export type MarkedView = Pick<View, 'west' | 'south' | 'east' | 'north' | 'mapLibreZoom'>;

/** The view as stations are asked for. */
export function windowOfView({ west, south, east, north, mapLibreZoom: zoom }: View): ZoomedWindow {
  return { west, south, east, north, zoom: specifiedZoom(zoom) };
}

/** How many stations the map shows now; all that it could show where nobody knows the view yet. */
export function countIn(view: View | undefined, { pins, clusters }: Pick<MapStations, 'pins' | 'clusters'>): number {
  const single = pins.filter((station) => isIn(view, station)).length;
  return clusters
    .filter((cluster) => isIn(view, cluster))
    .reduce((sum, { free, busy, offline }) => sum + free + busy + offline, single);
}

export function isIn(view: View | undefined, { latitude, longitude }: Coordinates): boolean {
  if (!view) return true;
  return latitude >= view.south && latitude <= view.north && longitude >= view.west && longitude <= view.east;
}
