import type { PinState } from '@bijli/contract/pin-state';
import { type Box, isTouching } from '#parts/box.ts';
import type { StationLabel } from '../distances/labels.ts';
import type { ScreenPoint } from '../view/screen-point.ts';

/** A label on the static map, with its rectangle. */
export interface StaticLabel {
  name: string;
  /** Only of a station, in the colour of its state. Localities have neither counts nor a tone. */
  counts: string;
  details: string;
  tone: PinState | undefined;
  box: Box;
  align: 'left' | 'right' | 'center';
}

export interface ToLabel extends StationLabel {
  /** The tip of the station's pin. */
  tip: ScreenPoint;
  isChosen: boolean;
}

/** Width of a letter and height of a line. */
const LETTER_PX = 6.9;
const LINE_PX = 15;
const LOCALITY = { letter: 7.6, line: 17 };
/** Distances from a pin's tip that a label keeps: to the side, to half the head's height, below and above. */
const PIN = { side: 28, head: 26, below: 10, above: 52 };
const CHOSEN = { side: 40, head: 44, below: 6, above: 84 };

/** The places for a label in order of preference: right, left, below and above the pin. */
function placesOf({ name, counts, details, tip: { x, y }, isChosen }: ToLabel): Pick<StaticLabel, 'box' | 'align'>[] {
  const { side, head, below, above } = isChosen ? CHOSEN : PIN;
  const width = Math.max(name.length, counts.length + details.length) * LETTER_PX;
  const height = 2 * LINE_PX;
  const at = (left: number, top: number, align: StaticLabel['align']) => ({
    box: { left, top, right: left + width, bottom: top + height },
    align,
  });
  return [
    at(x + side, y - head - height / 2, 'left'),
    at(x - side - width, y - head - height / 2, 'right'),
    at(x - width / 2, y + below, 'center'),
    at(x - width / 2, y - above - height, 'center'),
  ];
}

/**
 * Chooses the labels that fit between the obstacles: first the chosen station's, then the other stations' in their
 * order, then localities'.
 */
export function labelsFor(
  stations: readonly ToLabel[],
  localities: readonly { name: string; spot: ScreenPoint }[],
  obstacles: readonly Box[],
): StaticLabel[] {
  const boxes = [...obstacles];
  const isFree = (box: Box) => boxes.every((one) => !isTouching(one, box));
  const ordered = stations.toSorted((a, b) => Number(b.isChosen) - Number(a.isChosen));
  const beside = ordered.flatMap((one): StaticLabel[] => {
    const place = placesOf(one).find(({ box }) => isFree(box));
    if (!place) return [];
    boxes.push(place.box);
    return [{ name: one.name, counts: one.counts, details: one.details, tone: one.tone, ...place }];
  });
  const named = localities.flatMap(({ name, spot: { x, y } }): StaticLabel[] => {
    const half = (name.length * LOCALITY.letter) / 2;
    const box = { left: x - half, right: x + half, top: y - LOCALITY.line / 2, bottom: y + LOCALITY.line / 2 };
    if (!isFree(box)) return [];
    boxes.push(box);
    return [{ name, counts: '', details: '', tone: undefined, box, align: 'center' }];
  });
  return [...beside, ...named];
}
