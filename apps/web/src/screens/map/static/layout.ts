import type { Place } from '@bijli/contract/geo';
import { CHOSEN_PIN, PIN_MIDDLE, type Spot, spiderfy } from '../spiderfy.ts';
import type { Mark } from './clusters.ts';

/** In px from the upper left corner of the map. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A mark and where its middle stands. */
export interface PlacedMark {
  mark: Mark;
  spot: Spot;
  /** The chosen pin stands on its own place. */
  isAside: boolean;
}

/** Half of a ring's width; pins are about as wide. */
const HALF_PX = 24;

export function isTouching(some: Box, other: Box): boolean {
  return some.left < other.right && other.left < some.right && some.top < other.bottom && other.top < some.bottom;
}

export function boxAround({ x, y }: Spot): Box {
  return { left: x - HALF_PX, right: x + HALF_PX, top: y - HALF_PX, bottom: y + HALF_PX };
}

/** The chosen pin with its tip there. */
export function boxOfChosen({ x, y }: Spot): Box {
  return { left: x - CHOSEN_PIN.half, right: x + CHOSEN_PIN.half, top: y - CHOSEN_PIN.height, bottom: y };
}

/** Where the marks stand: what the chosen pin with this tip covers steps aside. */
export function layOut(marks: readonly Mark[], spotOf: (place: Place) => Spot, tip: Spot | undefined): PlacedMark[] {
  const placed = marks.map((mark): PlacedMark => {
    const { x, y } = spotOf(mark.place);
    const spot = { x, y: mark.kind === 'pin' ? y - PIN_MIDDLE : y };
    return { mark, spot, isAside: tip !== undefined && isTouching(boxAround(spot), boxOfChosen(tip)) };
  });
  if (!tip) return placed;
  const head = { x: tip.x, y: tip.y - CHOSEN_PIN.head };
  const away = spiderfy(
    head,
    placed.filter(({ isAside }) => isAside).map(({ spot }) => spot),
  );
  return placed.map((one) => (one.isAside ? { ...one, spot: away.shift() ?? one.spot } : one));
}
