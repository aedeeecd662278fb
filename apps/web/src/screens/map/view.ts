import { isPlace, type Place } from '@bijli/contract/geo';

/** Zooms as the specification counts them, in tiles of 256 px. */
export const MIN_ZOOM = 4;
export const MAX_ZOOM = 16;
/** How close a place given in the address is shown, and the driver's own position. */
export const PLACE_ZOOM = 14;
/** From here the names of localities are shown. */
export const LOCALITIES_ZOOM = 11;

/** MapLibre counts in tiles of 512 px, so its zooms are one less. */
export function mapLibreZoom(zoom: number): number {
  return zoom - 1;
}

/** The place in `?lat=&lng=`; nothing when a value is missing, not a number or not on Earth. */
export function placeIn(search: URLSearchParams): Place | undefined {
  const [latitude, longitude] = ['lat', 'lng'].map((name) => {
    const text = search.get(name)?.trim();
    return text ? Number(text) : Number.NaN;
  }) as [number, number];
  return isPlace(latitude, longitude) ? { latitude, longitude } : undefined;
}

/** What the map shows now. */
export interface View {
  /** The middle of what is not covered by panels and bars. */
  middle: Place;
  zoom: number;
  west: number;
  south: number;
  east: number;
  north: number;
}

export function isIn(view: View, { latitude, longitude }: Place): boolean {
  return latitude >= view.south && latitude <= view.north && longitude >= view.west && longitude <= view.east;
}
