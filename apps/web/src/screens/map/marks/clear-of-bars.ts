import type { Box } from '#parts/box.ts';
import type { ScreenPoint } from '../view/screen-point.ts';

const GAP_PX = 5;
/** A cluster that is farther under a bar stays there: elsewhere it would say something else. */
const MAX_MOVE_PX = 96;
/** In a lower free part there is no space for what the bars cover. */
const MIN_HEIGHT_PX = 140;
/** The round buttons in the lower right corner, from the edges of the free part. */
export const BUTTONS_PX = { width: 64, height: 112 };

/**
 * Where a cluster with this centre is visible: below the bars at the top, above those at the bottom, and beside the
 * buttons. `free` is the part of the map that no bar covers.
 */
export function clearOfBars({ x, y }: ScreenPoint, radius: number, free: Box): ScreenPoint {
  const [top, bottom] = [free.top + radius + GAP_PX, free.bottom - radius - GAP_PX];
  if (free.bottom - free.top < MIN_HEIGHT_PX) return { x, y };
  const clear = { x, y: Math.min(bottom, Math.max(top, y)) };
  if (Math.abs(clear.y - y) > MAX_MOVE_PX) return { x, y };
  const left = free.right - BUTTONS_PX.width - radius - GAP_PX;
  const isUnderButtons = clear.y > free.bottom - BUTTONS_PX.height - radius - GAP_PX;
  if (isUnderButtons && x > left && x - left <= MAX_MOVE_PX) clear.x = left;
  return clear;
}
