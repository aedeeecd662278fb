import { isOnEarth, type Coordinates } from '@bijli/contract/geo';
import { STATION_FILTER_FIELDS, type StationFilterField } from '@bijli/contract/station-filter';

/** The shortest text that is searched for. */
export const MIN_SEARCH_LENGTH = 4;

/** A search text without what no name holds: control characters and doubled spaces. */
export function searchable(text: string): string {
  return text
    .slice(0, 100)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

/** A box in degrees. */
export interface MapWindow {
  west: number;
  south: number;
  east: number;
  north: number;
}

function numbersIn(text: string): number[] {
  return text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
}

/** Reads `west,south,east,north` in degrees; undefined when that is no window. */
export function readWindow(text: string): MapWindow | undefined {
  const [west, south, east, north, ...more] = numbersIn(text);
  if (west === undefined || south === undefined || east === undefined || north === undefined || more.length > 0) {
    return undefined;
  }
  if (!isOnEarth(south, west) || !isOnEarth(north, east) || west > east || south > north) return undefined;
  return { west, south, east, north };
}

/** Reads `latitude,longitude` in degrees; undefined when that is no place. */
export function coordinatesIn(text: string): Coordinates | undefined {
  const [latitude, longitude, ...more] = numbersIn(text);
  if (latitude === undefined || longitude === undefined || more.length > 0) return undefined;
  return isOnEarth(latitude, longitude) ? { latitude, longitude } : undefined;
}

/** Reads a zoom in tiles of 256 px; undefined when that is none. */
export function readZoom(text: string): number | undefined {
  return /^(1?\d|2[0-2])$/.test(text) ? Number(text) : undefined;
}

export function isInside(
  { west, south, east, north }: MapWindow,
  at: { latitude: number; longitude: number },
): boolean {
  return at.latitude >= south && at.latitude <= north && at.longitude >= west && at.longitude <= east;
}

/** Reads the fields of a filter; one left empty chooses nothing. */
export function readFilter(
  query: Partial<Record<StationFilterField, string | undefined>>,
): Partial<Record<StationFilterField, string[]>> {
  const chosen = STATION_FILTER_FIELDS.map(
    (field) => [field, (query[field] ?? '').split('|').filter((value) => value !== '')] as const,
  ).filter(([, values]) => values.length > 0);
  return Object.fromEntries(chosen);
}
