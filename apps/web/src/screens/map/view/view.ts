import { type Bounds, contains, isOnEarth, type Coordinates } from '@bijli/contract/geo';
import type { MapStations } from '#api/map-stations.ts';
import type { ZoomedWindow } from '#api/zoomed-window.ts';

/** Zooms as the specification counts them, for tiles of 256 px. */
export const MIN_ZOOM = 4;
export const MAX_ZOOM = 16;
/** The zoom for a place in the address, and for the driver's position. */
export const PLACE_ZOOM = 14;
/** From this zoom on, every station is a pin of its own. */
export const SINGLE_ZOOM = 15;
/** From this zoom on, the view is about as large as a State or smaller. */
export const STATE_ZOOM = 7;
/** From this zoom on, names of localities are shown. */
export const LOCALITIES_ZOOM = 11;

/** From this zoom on, a map shows a town, which is less than the window from which the cards near a place are made. */
export const TOWN_ZOOM = 11;
/** From this zoom on, a station's pin is brought into view without changing the zoom. */
export const NEAR_ZOOM = 12;

/** MapLibre counts zooms for tiles of 512 px, so its zooms are one less. */
export function mapLibreZoom(zoom: number): number {
  return zoom - 1;
}

function specifiedZoom(mapLibre: number): number {
  return mapLibre + 1;
}

/** The nearest zoom that the map allows, as MapLibre counts it. */
export function clampZoom(mapLibre: number): number {
  return Math.min(mapLibreZoom(MAX_ZOOM), Math.max(mapLibreZoom(MIN_ZOOM), mapLibre));
}

/**
 * The zoom at which a cluster splits, or at which the stations in a server's cluster are visible. As MapLibre counts
 * it.
 */
export function zoomInto(now: number, fallsApart = now + 2): number {
  return fallsApart + 0.2;
}

/** The place in `?lat=&lng=`. Undefined when a value is missing, no number, or not on Earth. */
export function placeIn(search: URLSearchParams): Coordinates | undefined {
  const [latitude, longitude] = ['lat', 'lng'].map((name) => {
    const text = search.get(name)?.trim();
    return text ? Number(text) : Number.NaN;
  }) as [number, number];
  return isOnEarth(latitude, longitude) ? { latitude, longitude } : undefined;
}

/** The zoom in `?zoom=`, as the specification counts it. Without one, that of a place. */
export function zoomIn(search: URLSearchParams): number {
  const zoom = Number(search.get('zoom') ?? Number.NaN);
  return zoom >= MIN_ZOOM && zoom <= MAX_ZOOM ? zoom : PLACE_ZOOM;
}

/**
 * What moved the map: its opening, a change of its size, a card whose pin had to come into view, the way to the
 * driver's position, or the driver's hand.
 */
export type Mover = 'opening' | 'resize' | 'card' | 'home' | 'driver';

export interface View extends Bounds {
  /** The middle of the part that panels and bars leave uncovered. */
  middle: Coordinates;
  mapLibreZoom: number;
}

/** The view to cluster stations for. */
export type MarkedView = Omit<View, 'middle'>;

/** The view in the form of a query for stations. */
export function windowOfView({ west, south, east, north, mapLibreZoom: zoom }: View): ZoomedWindow {
  return { west, south, east, north, zoom: specifiedZoom(zoom) };
}

/** Number of stations in view. All stations when the view is not known yet. */
export function countIn(view: View | undefined, { pins, clusters }: Pick<MapStations, 'pins' | 'clusters'>): number {
  const single = pins.filter((station) => isIn(view, station)).length;
  return clusters
    .filter((cluster) => isIn(view, cluster))
    .reduce((sum, { free, busy, offline }) => sum + free + busy + offline, single);
}

/** True for every place when the view is not known yet. */
export function isIn(view: View | undefined, place: Coordinates): boolean {
  return !view || contains(view, place);
}
