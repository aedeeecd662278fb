import type { PinState } from '@bijli/contract/pin-state';
import { type Box, isTouching } from '#parts/box.ts';
import type { ScreenPoint } from '../view/screen-point.ts';
import { LABEL_PX, textWidth } from './text-width.ts';

/** The side of a text at which its point is, as MapLibre names it: the text of `left` is to the right of the point. */
export type Anchor = 'left' | 'right' | 'top' | 'bottom' | 'center';

/** A name with the place that is free for it. */
export interface PlacedLabel {
  /** Of a station. Localities have none, and neither counts nor a tone. */
  id: string | undefined;
  name: string;
  counts: string;
  details: string;
  tone: PinState | undefined;
  box: Box;
  anchor: Anchor;
}

/** The texts beside a pin, as properties of its feature. */
export interface StationLabel {
  name: string;
  /** Empty when they are not known. */
  counts: string;
  details: string;
  /** Gives the counts their colour. */
  tone: PinState;
}

export interface ToLabel extends StationLabel {
  id: string;
  /** The tip of the station's pin. */
  tip: ScreenPoint;
  isChosen: boolean;
}

export interface Locality {
  name: string;
  spot: ScreenPoint;
  /** Size of its letters in px. */
  size: number;
}

/**
 * Distances of a label from the tip of its pin: beside its head, below, or above. In px, so that it clears the pin's
 * picture of 48 × 56 px. The chosen pin is half as large again.
 */
export interface Room {
  side: number;
  head: number;
  below: number;
  above: number;
}
export const PIN_ROOM: Room = { side: 30, head: 26, below: 10, above: 54 };
export const CHOSEN_ROOM: Room = { side: 42, head: 44, below: 6, above: 88 };

export const LINE_PX = 15;
/** A name this far from the middle of its locality, in letter sizes, is beside a pin there. */
export const LOCALITY_AWAY = 2.4;
const LOCALITY_LINE = 1.3;
/** Names are at least this far apart, in px. */
const GAP_PX = 4;

type Place = Pick<PlacedLabel, 'box' | 'anchor'>;

/** The rectangle of a text whose point at this side is here. */
function boxAt({ x, y }: ScreenPoint, anchor: Anchor, width: number, height: number): Place {
  const left = anchor === 'left' ? x : anchor === 'right' ? x - width : x - width / 2;
  const top = anchor === 'top' ? y : anchor === 'bottom' ? y - height : y - height / 2;
  return { box: { left, top, right: left + width, bottom: top + height }, anchor };
}

/** The places for a label in order of preference: right, left, below and above the pin. */
function placesOf({ name, counts, details, tip: { x, y }, isChosen }: ToLabel): Place[] {
  const { side, head, below, above } = isChosen ? CHOSEN_ROOM : PIN_ROOM;
  const second = textWidth(counts, { isBold: true }) + textWidth(details, { isBold: false });
  const width = Math.ceil(Math.max(textWidth(name, { isBold: true }), second));
  const at = (spot: ScreenPoint, anchor: Anchor) => boxAt(spot, anchor, width, 2 * LINE_PX);
  return [
    at({ x: x + side, y: y - head }, 'left'),
    at({ x: x - side, y: y - head }, 'right'),
    at({ x, y: y + below }, 'top'),
    at({ x, y: y - above }, 'bottom'),
  ];
}

/** The places for the name of a locality: its middle, or beside it, where a pin stands in the middle. */
function placesOfLocality({ name, spot: { x, y }, size }: Locality): Place[] {
  const width = Math.ceil(textWidth(name, { isBold: true, size }));
  const away = LOCALITY_AWAY * size;
  const at = (spot: ScreenPoint, anchor: Anchor) => boxAt(spot, anchor, width, LOCALITY_LINE * size);
  return [
    at({ x, y }, 'center'),
    at({ x, y: y + away }, 'top'),
    at({ x, y: y - away }, 'bottom'),
    at({ x: x + away, y }, 'left'),
    at({ x: x - away, y }, 'right'),
  ];
}

/**
 * Chooses the labels that fit between the obstacles: first the chosen station's, then the other stations' in their
 * order, then localities'. Both maps use it, so that no name moves when one takes the other's place.
 */
export function labelsFor(
  stations: readonly ToLabel[],
  localities: readonly Locality[],
  obstacles: readonly Box[],
): PlacedLabel[] {
  const boxes = [...obstacles];
  const take = (places: readonly Place[]): Place | undefined => {
    const place = places.find(({ box }) => boxes.every((one) => !isTouching(one, box)));
    if (place) boxes.push(widened(place.box));
    return place;
  };
  const ordered = stations.toSorted((a, b) => Number(b.isChosen) - Number(a.isChosen));
  const beside = ordered.flatMap((one): PlacedLabel[] => {
    const place = take(placesOf(one));
    const { id, name, counts, details, tone } = one;
    return place ? [{ id, name, counts, details, tone, ...place }] : [];
  });
  const named = localities.flatMap((one): PlacedLabel[] => {
    const place = take(placesOfLocality(one));
    return place ? [{ id: undefined, name: one.name, counts: '', details: '', tone: undefined, ...place }] : [];
  });
  return [...beside, ...named];
}

function widened({ left, top, right, bottom }: Box): Box {
  return { left: left - GAP_PX, top: top - GAP_PX, right: right + GAP_PX, bottom: bottom + GAP_PX };
}

/** MapLibre's offset of a text from its point, for each side, in letter sizes. */
export function offsetsBySide({ side, head, below, above }: Room): Record<Exclude<Anchor, 'center'>, [number, number]> {
  const em = (px: number) => px / LABEL_PX;
  return {
    left: [em(side), -em(head)],
    right: [-em(side), -em(head)],
    top: [0, em(below)],
    bottom: [0, -em(above)],
  };
}
