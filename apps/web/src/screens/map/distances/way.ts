import { distanceKm, type Coordinates } from '@bijli/contract/geo';
import type { Box } from '#parts/box.ts';
import type { ScreenPoint } from '../view/screen-point.ts';
import { hasRoom, isFree, type MapExtent, pxPerKm, spotOn } from './rings.ts';

/** A shorter line to the chosen station has no space for its distance, px. */
const WAY_PX = 78;
/** The line begins at the edge of the driver's dot, px. */
const DOT_PX = 22;
/** Positions along the line for its distance. The first that covers nothing is used. */
const WAY_SHARES = [0.5, 0.4, 0.6, 0.3, 0.7];

interface WayLine {
  km: number;
  line: { type: 'LineString'; coordinates: [[number, number], [number, number]] };
}

export interface Way extends WayLine {
  /** Where its distance is written. Undefined where it would cover something. */
  figureAt: Coordinates | undefined;
}

/** The straight line from the driver to the chosen station. Undefined when it is too short for its distance. */
export function wayTo(
  uncovered: MapExtent,
  from: Coordinates | undefined,
  to: Coordinates | undefined,
): WayLine | undefined {
  if (!from || !to) return undefined;
  const km = distanceKm(from, to);
  const px = km * pxPerKm(uncovered.world, from.latitude);
  if (px < WAY_PX) return undefined;
  const start = between(from, to, DOT_PX / px);
  return {
    km,
    line: {
      type: 'LineString',
      coordinates: [
        [start.longitude, start.latitude],
        [to.longitude, to.latitude],
      ],
    },
  };
}

function between(from: Coordinates, to: Coordinates, share: number): Coordinates {
  return {
    latitude: from.latitude + (to.latitude - from.latitude) * share,
    longitude: from.longitude + (to.longitude - from.longitude) * share,
  };
}

/** Where the distance of the line is written, free of these centres of everything on the map. */
export function placeOnWay(
  uncovered: MapExtent,
  { line: { coordinates } }: WayLine,
  obstacles: readonly ScreenPoint[],
): Coordinates | undefined {
  const [from, to] = coordinates.map(([longitude, latitude]) => ({ latitude, longitude })) as [
    Coordinates,
    Coordinates,
  ];
  return WAY_SHARES.map((share) => between(from, to, share)).find((place) => {
    const spot = spotOn(uncovered, place);
    return hasRoom(uncovered, spot) && isFree(spot, obstacles);
  });
}

/** Names stay this far from the line, px. */
const CLEAR_PX = 4;

/**
 * Small rectangles that together cover the line, so that no name lies across it. Only where the line is on the map: the
 * station may be a thousand kilometres away.
 */
export function boxesAlong(uncovered: MapExtent, { line: { coordinates } }: WayLine): Box[] {
  const [from, to] = coordinates.map(([longitude, latitude]) => spotOn(uncovered, { latitude, longitude })) as [
    ScreenPoint,
    ScreenPoint,
  ];
  const { left, right, top, bottom } = uncovered;
  const byX = sharesBetween(left - CLEAR_PX, right + CLEAR_PX, from.x, to.x);
  const byY = sharesBetween(top - CLEAR_PX, bottom + CLEAR_PX, from.y, to.y);
  const first = Math.max(0, byX.first, byY.first);
  const shown = Math.min(1, byX.last, byY.last) - first;
  if (!(shown > 0)) return [];
  const [across, down] = [to.x - from.x, to.y - from.y];
  const count = Math.ceil((shown * Math.hypot(across, down)) / (2 * CLEAR_PX));
  return Array.from({ length: count + 1 }, (_, index): Box => {
    const share = first + (shown * index) / count;
    const { x, y } = { x: from.x + across * share, y: from.y + down * share };
    return { left: x - CLEAR_PX, right: x + CLEAR_PX, top: y - CLEAR_PX, bottom: y + CLEAR_PX };
  });
}

/** The shares of the way from one number to another at which it enters and leaves these limits. */
function sharesBetween(low: number, high: number, from: number, to: number): { first: number; last: number } {
  const [one, other] = [(low - from) / (to - from), (high - from) / (to - from)];
  return { first: Math.min(one, other), last: Math.max(one, other) };
}
