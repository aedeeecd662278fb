const THRESHOLD_PX = 100;

/**
 * Index of the front card after a swipe of this many px. A swipe to the left brings the next card. A short one changes
 * nothing.
 */
export function indexAfterSwipe(front: number, movedPx: number, count: number): number {
  if (Math.abs(movedPx) < THRESHOLD_PX) return front;
  return Math.max(0, Math.min(count - 1, front + (movedPx < 0 ? 1 : -1)));
}
