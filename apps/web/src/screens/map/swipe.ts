const THRESHOLD_PX = 100;

/** The card in front after a swipe of so many px; to the left brings the next one. A shorter swipe changes nothing. */
export function indexAfterSwipe(front: number, movedPx: number, count: number): number {
  if (Math.abs(movedPx) < THRESHOLD_PX) return front;
  return Math.max(0, Math.min(count - 1, front + (movedPx < 0 ? 1 : -1)));
}
