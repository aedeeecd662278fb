/** A rectangle in px from the map's upper left corner. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function isTouching(some: Box, other: Box): boolean {
  return some.left < other.right && other.left < some.right && some.top < other.bottom && other.top < some.bottom;
}
