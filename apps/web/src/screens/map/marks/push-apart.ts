import type { Spot } from './spiderfy.ts';

/** A round thing on the screen that no other may cover. */
export interface Disc {
  spot: Spot;
  radius: number;
  /** It stands for a place of its own and does not move. */
  isFixed: boolean;
}

/** Between any two. */
const GAP_PX = 5;
/** So often all are looked at, if they still touch. */
const MAX_ROUNDS = 40;
/** Two at one spot part in different directions, by their order. */
const TURN_RADIANS = 2.4;

/** Where the discs stand once none covers another, as near to their own spots as that leaves them. */
export function pushApart(discs: readonly Disc[]): Spot[] {
  const spots = discs.map(({ spot }) => ({ ...spot }));
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    let isDone = true;
    for (const [index, one] of discs.entries())
      for (let other = index + 1; other < discs.length; other += 1)
        if (part(one, discs[other] as Disc, [spots[index] as Spot, spots[other] as Spot], index)) isDone = false;
    if (isDone) break;
  }
  return spots;
}

/** Moves the two apart where they touch, and tells whether they did. */
function part(one: Disc, other: Disc, [a, b]: [Spot, Spot], index: number): boolean {
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
