import type { ScreenPoint } from '../view/screen-point.ts';
import { isUnderButtons, type Uncovered } from '../view/uncovered.ts';

const GAP_PX = 5;
/** A cluster that is farther under a bar stays there: elsewhere it would say something else. */
const MAX_MOVE_PX = 96;
/** In a lower free part there is no space for what the bars cover. */
const MIN_HEIGHT_PX = 140;

/** Where a cluster with this centre is visible: between the bars at the top and at the bottom, beside the buttons. */
export function clearOfBars({ x, y }: ScreenPoint, radius: number, free: Uncovered): ScreenPoint {
  const [top, bottom] = [free.top + radius + GAP_PX, free.bottom - radius - GAP_PX];
  if (free.bottom - free.top < MIN_HEIGHT_PX) return { x, y };
  const clear = { x, y: Math.min(bottom, Math.max(top, y)) };
  if (Math.abs(clear.y - y) > MAX_MOVE_PX) return { x, y };
  const room = radius + GAP_PX;
  const left = free.right - free.corner.width - room;
  if (isUnderButtons(free, clear, { width: room, height: room }) && x - left <= MAX_MOVE_PX) clear.x = left;
  return clear;
}
