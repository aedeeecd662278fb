import { type Bounds, isOnEarth, type Coordinates } from '@bijli/contract/geo';
import { STATION_FILTER_FIELDS, type StationFilterField } from '@bijli/contract/station-filter';

/** Minimum length of a search text. */
export const MIN_SEARCH_LENGTH = 4;

/** Removes control characters and repeated spaces from a search text. */
export function searchable(text: string): string {
  return text
    .slice(0, 100)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

function numbersIn(text: string): number[] {
  return text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
}

/** Parses `west,south,east,north` in degrees. Undefined if it is not a window. */
export function parseWindow(text: string): Bounds | undefined {
  const [west, south, east, north, ...more] = numbersIn(text);
  if (west === undefined || south === undefined || east === undefined || north === undefined || more.length > 0) {
    return undefined;
  }
  if (!isOnEarth(south, west) || !isOnEarth(north, east) || west > east || south > north) return undefined;
  return { west, south, east, north };
}

/** Parses `latitude,longitude` in degrees. Undefined if it is not a position. */
export function coordinatesIn(text: string): Coordinates | undefined {
  const [latitude, longitude, ...more] = numbersIn(text);
  if (latitude === undefined || longitude === undefined || more.length > 0) return undefined;
  return isOnEarth(latitude, longitude) ? { latitude, longitude } : undefined;
}

/** Parses a zoom of 256 px tiles. Undefined if it is not one. */
export function parseZoom(text: string): number | undefined {
  return /^(1?\d|2[0-2])$/.test(text) ? Number(text) : undefined;
}

/** Parses the fields of a filter. An empty field chooses nothing. */
export function parseFilter(
  query: Partial<Record<StationFilterField, string | undefined>>,
): Partial<Record<StationFilterField, string[]>> {
  const chosen = STATION_FILTER_FIELDS.map((field) => [field, valuesOf(query[field])] as const).filter(
    ([, values]) => values.length > 0,
  );
  return Object.fromEntries(chosen);
}

/** Parses the values of a field, which are separated by `|`. */
export function valuesOf(field = ''): string[] {
  return field.split('|').filter((value) => value !== '');
}
