import type { Coordinates } from '@bijli/contract/geo';
import type { PinState } from '@bijli/contract/pin-state';
import { type Box, isTouching } from '#parts/box.ts';
import type { ScreenPoint } from '../view/screen-point.ts';
import type { Uncovered } from '../view/uncovered.ts';
import { clearOfBars } from './clear-of-bars.ts';
import type { MapMark } from './clusters.ts';
import type { PinLook } from './pictures.ts';
import { type Disc, pushApart } from './push-apart.ts';
import { CHOSEN_PIN, PIN_MIDDLE, spiderfy } from './spiderfy.ts';

/** A mark with the position of its centre. */
export interface PlacedMark {
  mark: MapMark;
  spot: ScreenPoint;
  /** True when the mark was moved aside, because the chosen pin covers its place. */
  isAside: boolean;
}

/** What else is on the map, where no mark may be. */
export interface LayoutObstacles {
  /** The tip of the chosen pin. */
  tip?: ScreenPoint | undefined;
  /** The driver's dot. */
  driver?: ScreenPoint | undefined;
  /** The part of the map that no bar covers. */
  free?: Uncovered | undefined;
}

/** Half the width of a ring. Pins are about as wide. */
const HALF_PX = 24;
const PIN_RADIUS = 19;
const UNFIT_RADIUS = 8;
const DRIVER_RADIUS = 19;
const HEAD_RADIUS = 36;
const TIP_RADIUS = 4;

export function boxAround({ x, y }: ScreenPoint): Box {
  return { left: x - HALF_PX, right: x + HALF_PX, top: y - HALF_PX, bottom: y + HALF_PX };
}

/** The rectangle of the chosen pin, by its tip. */
export function boxOfChosen({ x, y }: ScreenPoint): Box {
  return { left: x - CHOSEN_PIN.half, right: x + CHOSEN_PIN.half, top: y - CHOSEN_PIN.height, bottom: y };
}

/** The state of the station in a server's cluster of one. Undefined for all other marks. */
function stateOfSingle(mark: MapMark): PinState | undefined {
  if (mark.kind === 'pin' || mark.counts.total !== 1 || mark.closer !== undefined) return undefined;
  return mark.counts.free ? 'free' : mark.counts.busy ? 'busy' : 'offline';
}

/** The state of the station that a mark stands for. Undefined for a cluster's ring. */
export function stateOf(mark: MapMark): PinState | undefined {
  return mark.kind === 'pin' ? mark.state : stateOfSingle(mark);
}

/** The picture of a mark that stands for a station. Undefined for a cluster's ring. */
export function lookOf(mark: MapMark): PinLook | 'unfit' | undefined {
  if (mark.kind === 'cluster') return stateOfSingle(mark);
  if (mark.isUnfit) return 'unfit';
  return mark.isCaptive ? 'captive' : mark.state;
}

const RANKS: Record<PinLook, number> = { free: 2, busy: 1, offline: 0, captive: 0 };

/** The place of a mark in the drawing order: free over busy, fitting over unfit, and rings over all. */
export function rankOf(mark: MapMark): number {
  const state = stateOf(mark);
  if (!state) return 6;
  const isCaptive = mark.kind === 'pin' && mark.isCaptive === true;
  return RANKS[isCaptive ? 'captive' : state] + (lookOf(mark) === 'unfit' ? 0 : 3);
}

/** How far a mark's centre is above its place, in px. */
export function heightOf(mark: MapMark): number {
  const look = lookOf(mark);
  return look === undefined || look === 'unfit' ? 0 : PIN_MIDDLE;
}

function radiusOf(mark: MapMark): number {
  if (mark.kind === 'cluster' && !stateOfSingle(mark)) return clusterRingPx(mark.counts.total) / 2;
  return lookOf(mark) === 'unfit' ? UNFIT_RADIUS : PIN_RADIUS;
}

/** The diameter of a cluster's ring, by its number of stations. */
export function clusterRingPx(total: number): number {
  if (total > 150) return 50;
  return total > 60 ? 44 : 38;
}

/**
 * Lays out the marks. Pins that the chosen pin covers are moved aside, and all other pins are at their places. Clusters
 * have no exact place, so they are moved from under the bars, and pushed apart from each other and from everything
 * else.
 */
export function layOutMarks(
  marks: readonly MapMark[],
  spotOf: (place: Coordinates) => ScreenPoint,
  around: LayoutObstacles,
): PlacedMark[] {
  const placed = marks.map((mark): PlacedMark => {
    const { x, y } = spotOf(mark.place);
    return { mark, spot: { x, y: y - heightOf(mark) }, isAside: false };
  });
  return apart(aside(placed, around.tip), around);
}

function aside(placed: PlacedMark[], tip: ScreenPoint | undefined): PlacedMark[] {
  if (!tip) return placed;
  const isCovered = ({ mark, spot }: PlacedMark) =>
    mark.kind === 'pin' && isTouching(boxAround(spot), boxOfChosen(tip));
  const head = { x: tip.x, y: tip.y - CHOSEN_PIN.head };
  const away = spiderfy(
    head,
    placed.filter(isCovered).map(({ spot }) => spot),
  );
  return placed.map((one) => (isCovered(one) ? { ...one, spot: away.shift() ?? one.spot, isAside: true } : one));
}

function apart(placed: PlacedMark[], { tip, driver, free }: LayoutObstacles): PlacedMark[] {
  const fixed = (spot: ScreenPoint, radius: number): Disc => ({ spot, radius, isFixed: true });
  const discs = placed.map(({ mark, spot }): Disc => {
    const radius = radiusOf(mark);
    const isFixed = lookOf(mark) !== undefined;
    if (isFixed || !free) return { spot, radius, isFixed };
    const keptIn = (one: ScreenPoint) => clearOfBars(one, radius, free);
    return { spot: keptIn(spot), radius, isFixed, keptIn };
  });
  const others = [
    ...(tip ? [fixed({ x: tip.x, y: tip.y - CHOSEN_PIN.head }, HEAD_RADIUS), fixed(tip, TIP_RADIUS)] : []),
    ...(driver ? [fixed(driver, DRIVER_RADIUS)] : []),
  ];
  const spots = pushApart([...discs, ...others]);
  return placed.map((one, index) => ({ ...one, spot: spots[index] ?? one.spot }));
}
