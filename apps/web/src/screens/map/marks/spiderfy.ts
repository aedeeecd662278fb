/** Where something stands on the screen, in px; y grows downward. */
export interface Spot {
  x: number;
  y: number;
}

/** The chosen pin in px: half its width, its height, and how far above its tip the middle of its head is. */
export const CHOSEN_PIN = { half: 28, height: 70, head: 44 };
/** A pin's middle above its tip. */
export const PIN_MIDDLE = 26;

/** From the middle of the chosen pin's head to the middle of what was spread. */
const RADIUS_PX = 70;
/** Between two that were spread. */
const MIN_ANGLE = (50 * Math.PI) / 180;

/**
 * Where things under the chosen pin move to: outward from the middle of its head, each in its own direction as far as
 * that is known, and none upon another.
 */
export function spiderfy(head: Spot, spots: readonly Spot[]): Spot[] {
  const directions = spots
    .map(({ x, y }, index) => ({
      index,
      // What lies right below goes in turn to the left and to the right.
      angle: Math.hypot(x - head.x, y - head.y) < 2 ? (index % 2) * Math.PI : Math.atan2(y - head.y, x - head.x),
    }))
    .toSorted((a, b) => a.angle - b.angle);
  let last = Number.NEGATIVE_INFINITY;
  const moved: Spot[] = [];
  for (const { index, angle } of directions) {
    last = Math.max(angle, last + MIN_ANGLE);
    moved[index] = { x: head.x + RADIUS_PX * Math.cos(last), y: head.y + RADIUS_PX * Math.sin(last) };
  }
  return moved;
}
