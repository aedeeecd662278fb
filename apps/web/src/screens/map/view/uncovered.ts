import type { Box } from '#parts/box.ts';
import type { ScreenPoint } from './screen-point.ts';
import type { Size } from './use-size.ts';

/** The part of the map that no bar or card covers. */
export interface Uncovered extends Box {
  /** What the round buttons cover of its lower right corner. */
  corner: Size;
  /** What the captions cover of its lower left corner, in a low window. */
  captions?: Size;
}

/** True when something at this position, which takes this much room to its right and below, is under the buttons. */
export function isUnderButtons({ right, bottom, corner }: Uncovered, { x, y }: ScreenPoint, room: Size): boolean {
  return x > right - corner.width - room.width && y > bottom - corner.height - room.height;
}

/** True when something with this centre, and this much room to each side, is wholly visible. */
export function isClear(uncovered: Uncovered, spot: ScreenPoint, room: Size): boolean {
  const { left, top, right, bottom } = uncovered;
  const isAcross = spot.x > left + room.width && spot.x < right - room.width;
  const isDown = spot.y > top + room.height && spot.y < bottom - room.height;
  return isAcross && isDown && !isUnderButtons(uncovered, spot, room) && !isUnderCaptions(uncovered, spot, room);
}

function isUnderCaptions({ left, bottom, captions }: Uncovered, { x, y }: ScreenPoint, room: Size): boolean {
  if (!captions) return false;
  return x < left + captions.width + room.width && y > bottom - captions.height - room.height;
}

/** Rectangles beyond the visible part, so that no label is cut off by an edge or a bar. */
export function coveredBoxes({ left, top, right, bottom, corner, captions }: Uncovered): Box[] {
  const far = 1e9;
  return [
    { left: -far, right: left, top: -far, bottom: far },
    { left: right, right: far, top: -far, bottom: far },
    { left: -far, right: far, top: -far, bottom: top },
    { left: -far, right: far, top: bottom, bottom: far },
    { left: right - corner.width, right: far, top: bottom - corner.height, bottom: far },
    ...(captions ? [{ left: -far, right: left + captions.width, top: bottom - captions.height, bottom: far }] : []),
  ];
}
