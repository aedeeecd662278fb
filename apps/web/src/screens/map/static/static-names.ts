import { type Box, isTouching } from '#parts/box.ts';
import names from '../basemap/static-names.json' with { type: 'json' };
import type { PlaceNames } from '../labels/use-place-names.ts';
import type { ScreenPoint } from '../view/screen-point.ts';
import type { StaticView } from './first-view.ts';

export type NameKind = 'home' | 'country' | 'sea' | 'town';

/** A name on the static map. `spot` is the middle of its upper edge for a town, and its centre otherwise. */
export interface StaticName {
  name: string;
  kind: NameKind;
  spot: ScreenPoint;
  /** Size of its letters in px. */
  size: number;
}

/** What `build/static-basemap.ts` keeps of a country, sea or town of the basemap. */
export type NamedPlace = [name: string, kind: 'c' | 'w' | 't', rank: number, longitude: number, latitude: number];

const KINDS: Record<NamedPlace[1], NameKind> = { c: 'country', w: 'sea', t: 'town' };

/** The greatest width of a line, in letter sizes. */
export const WIDEST: Record<NameKind, number> = { home: 8, country: 8, sea: 6, town: 8 };
/** Towns are shown from this zoom on, as in the map's style. */
const TOWNS_ZOOM = 4;
/** Width of a letter, in letter sizes. `LINE` is the height of a line. */
const LETTER = { home: 0.86, country: 0.86, sea: 0.7, town: 0.6 };
const LINE = 1.2;
/** From the centre of a town's dot to its name. */
const BELOW_DOT_PX = 5;

function isShown(kind: NameKind, rank: number, zoom: number): boolean {
  if (kind === 'sea') return true;
  if (kind === 'town') return zoom >= TOWNS_ZOOM && rank <= (zoom < 5 ? 2 : 3);
  return kind === 'home' && zoom < 4;
}

function sizeOf(kind: NameKind, rank: number, zoom: number): number {
  if (kind !== 'town') return 11 + ((zoom - 3) * 4) / 3;
  const [from, to] = rank === 1 ? [12.5, 16] : [11, 14.5];
  return from + ((to - from) * (zoom - TOWNS_ZOOM)) / 3;
}

function boxOf({ name, kind, spot, size }: StaticName): Box {
  const whole = name.length * LETTER[kind] * size;
  const width = Math.min(whole, WIDEST[kind] * size);
  const height = Math.ceil(whole / width) * LINE * size;
  const top = kind === 'town' ? spot.y : spot.y - height / 2;
  return { left: spot.x - width / 2, right: spot.x + width / 2, top, bottom: top + height };
}

/** Chooses the names that fit between the obstacles, in the order of the map's style. */
export function namesIn(
  { view: { mapLibreZoom: zoom }, spotOf }: StaticView,
  obstacles: readonly Box[],
  translated: PlaceNames = {},
): StaticName[] {
  const boxes = [...obstacles];
  return (names as NamedPlace[]).flatMap(([own, letter, rank, longitude, latitude]): StaticName[] => {
    const kind = rank === 0 ? 'home' : KINDS[letter];
    if (!isShown(kind, rank, zoom)) return [];
    const { x, y } = spotOf({ latitude, longitude });
    const spot = { x, y: kind === 'town' ? y + BELOW_DOT_PX : y };
    const name = translated[own] ?? own;
    const placed = { name, kind, spot, size: sizeOf(kind, rank, zoom) };
    const box = boxOf(placed);
    if (boxes.some((one) => isTouching(one, box))) return [];
    boxes.push(box);
    return [placed];
  });
}
