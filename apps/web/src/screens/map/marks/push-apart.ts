import type { ScreenPoint } from '../view/screen-point.ts';

/** A circle on the screen that no other may overlap. */
export interface Disc {
  spot: ScreenPoint;
  radius: number;
  /** True for a circle at an exact place, which does not move. */
  isFixed: boolean;
  /** Where a circle at this position may be. Anywhere without it. */
  keptIn?: ((spot: ScreenPoint) => ScreenPoint) | undefined;
}

/** The least gap between two circles. */
const GAP_PX = 5;
/** The most passes over all circles. Some may still overlap afterwards. */
const MAX_ROUNDS = 40;
/** Circles at the same position are moved in different directions. Each next one turns by this angle. */
const TURN_RADIANS = 2.4;

/** Returns positions at which no circles overlap, as near as possible to their own. */
export function pushApart(discs: readonly Disc[]): ScreenPoint[] {
  const spots = discs.map(({ spot }) => ({ ...spot }));
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    let isDone = true;
    for (const [index, one] of discs.entries())
      for (let other = index + 1; other < discs.length; other += 1)
        if (part(one, discs[other] as Disc, [spots[index] as ScreenPoint, spots[other] as ScreenPoint], index))
          isDone = false;
    if (isDone) break;
    for (const [index, { keptIn }] of discs.entries()) if (keptIn) spots[index] = keptIn(spots[index] as ScreenPoint);
  }
  return spots;
}

/** Moves two overlapping circles apart. Returns true when they overlapped. */
function part(one: Disc, other: Disc, [a, b]: [ScreenPoint, ScreenPoint], index: number): boolean {
  if (one.isFixed && other.isFixed) return false;
  const minPx = one.radius + other.radius + GAP_PX;
  const [x, y] = [b.x - a.x, b.y - a.y];
  if (Math.abs(x) >= minPx || Math.abs(y) >= minPx) return false;
  const distance = Math.hypot(x, y);
  if (distance >= minPx - 0.01) return false;
  const angle = distance < 0.1 ? index * TURN_RADIANS : Math.atan2(y, x);
  const missing = minPx - distance;
  const share = one.isFixed ? 0 : other.isFixed ? 1 : 0.5;
  a.x -= missing * share * Math.cos(angle);
  a.y -= missing * share * Math.sin(angle);
  b.x += missing * (1 - share) * Math.cos(angle);
  b.y += missing * (1 - share) * Math.sin(angle);
  return true;
}
