import { isPlace } from '@bijli/contract/geo';
import type { Window } from './station-list.ts';

/** The shortest text that is searched for. */
export const SEARCH_LEAST = 4;

/** A search text without what no name holds: control characters and doubled spaces. */
export function searchable(text: string): string {
  return text
    .slice(0, 100)
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

/** Reads `west,south,east,north` in degrees; undefined when that is no window. */
export function windowOf(text: string): Window | undefined {
  const parts = text.split(',');
  const numbers = parts.map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [west, south, east, north] = numbers;
  if (parts.length !== 4 || west === undefined || south === undefined || east === undefined || north === undefined) {
    return undefined;
  }
  if (!isPlace(south, west) || !isPlace(north, east) || west > east || south > north) return undefined;
  return { west, south, east, north };
}

/** Whether a text may be a station's id; others are not worth asking the database for. */
export function isStationId(text: string): boolean {
  return /^[\w.-]{1,100}$/.test(text);
}

/** Whether a text may be a charge box identity: 1 to 48 characters that stand in an address as they are. */
export function isChargerId(text: string): boolean {
  return /^[\w.:*-]{1,48}$/.test(text);
}
