import type { ScreenPoint } from '../view/screen-point.ts';

/** The chosen pin in px: half its width, its height, and how far the centre of its head is above its tip. */
export const CHOSEN_PIN = { half: 28, height: 70, head: 44 };
/** How far an ordinary pin's centre is above its tip, in px. */
export const PIN_MIDDLE = 26;

/** From the centre of the chosen pin's head to the centre of a pin that was moved. */
const RADIUS_PX = 70;
/** The least angle between two pins that were moved. */
const MIN_ANGLE = (50 * Math.PI) / 180;

/**
 * Moves the pins under the chosen pin outward from the centre of its head. Each moves in its own direction if it has
 * one, and none overlap.
 */
export function spiderfy(head: ScreenPoint, spots: readonly ScreenPoint[]): ScreenPoint[] {
  const directions = spots
    .map(({ x, y }, index) => ({
      index,
      // A pin at the very centre has no direction, so such pins alternate between left and right.
      angle: Math.hypot(x - head.x, y - head.y) < 2 ? (index % 2) * Math.PI : Math.atan2(y - head.y, x - head.x),
    }))
    .toSorted((a, b) => a.angle - b.angle);
  let last = Number.NEGATIVE_INFINITY;
  const moved: ScreenPoint[] = [];
  for (const { index, angle } of directions) {
    last = Math.max(angle, last + MIN_ANGLE);
    moved[index] = { x: head.x + RADIUS_PX * Math.cos(last), y: head.y + RADIUS_PX * Math.sin(last) };
  }
  return moved;
}
