import type { Feature, FeatureCollection, Position } from 'geojson';
import type { Coordinates } from '@bijli/contract/geo';
import type { Box } from '#parts/box.ts';
import { mercator, placeAt } from '../marks/mercator.ts';
import type { ScreenPoint } from '../view/screen-point.ts';
import { isClear, type Uncovered } from '../view/uncovered.ts';

/** Radii of the rings around the driver or the chosen station. */
const RADII_KM = [0.5, 1, 2, 5];
/** Smaller rings are not drawn. */
const MIN_RING_PX = 36;
/** Larger rings are not drawn. It is a share of the map's longer side. */
const MAX_RING_SHARE = 0.8;
const EARTH_KM = 40_075.017;
const STEP_DEGREES = 3;
/** Angles at which a ring's figure can be, in degrees clockwise from the east. The first free one is used. */
const FIGURE_ANGLES = [-48, -132, 48, 132, -90];
/** Least distance from the centre of a figure to the centre of a mark, px. */
const FIGURE_ROOM = 36;
/** Half the width of a pin, px. */
const PIN_PX = 16;

/** The part of the map that no bar or card covers, in px of the whole world at the present zoom. */
export interface MapExtent extends Uncovered {
  /** The world's width in px. */
  world: number;
}

/** Positions that would be under the chosen pin, from its tip, px. */
const CHOSEN_ROOM: readonly ScreenPoint[] = [-20, 0, 20].map((x) => ({ x, y: -42 }));

/** The positions to keep free for the chosen pin with this tip, and for its name. */
export function roomOfChosen(tip: ScreenPoint, name: Box | undefined): ScreenPoint[] {
  const pin = CHOSEN_ROOM.map(({ x, y }) => ({ x: tip.x + x, y: tip.y + y }));
  if (!name) return pin;
  const { left, right, top, bottom } = name;
  const count = Math.ceil((right - left) / FIGURE_ROOM);
  const across = Array.from({ length: count + 1 }, (_, index) => left + ((right - left) * index) / count);
  return [...pin, ...across.map((x) => ({ x, y: (top + bottom) / 2 }))];
}

export function spotOn({ world }: Pick<MapExtent, 'world'>, place: Coordinates): ScreenPoint {
  const { x, y } = mercator(place);
  return { x: x * world, y: y * world };
}

/** Px per kilometre at a latitude. */
export function pxPerKm(world: number, latitude: number): number {
  return world / (EARTH_KM * Math.cos((latitude * Math.PI) / 180));
}

/** Radii of the rings to draw, largest first. */
export function ringsFor(centre: Coordinates, uncovered: MapExtent): number[] {
  const longer = Math.max(uncovered.right - uncovered.left, uncovered.bottom - uncovered.top);
  const px = pxPerKm(uncovered.world, centre.latitude);
  return RADII_KM.filter((km) => km * px >= MIN_RING_PX && km * px <= MAX_RING_SHARE * longer).toReversed();
}

interface RingOptions {
  centre: Coordinates;
  uncovered: MapExtent;
  /** Centres of everything on the map. */
  obstacles: readonly ScreenPoint[];
  textOf: (km: number) => string;
}

/**
 * The rings as GeoJSON with their areas, ticks and figures, and a cross at the centre. `kind` tells the features apart.
 */
export function ringFeatures({ centre, uncovered, obstacles, textOf }: RingOptions): FeatureCollection {
  const radii = ringsFor(centre, uncovered);
  const middle = spotOn(uncovered, centre);
  const px = pxPerKm(uncovered.world, centre.latitude);
  const at = (degrees: number, radius: number): Position => positionAt(uncovered, around(middle, degrees, radius));
  const features = radii.flatMap((km, index): Feature[] => {
    const radius = km * px;
    const circle = Array.from({ length: 360 / STEP_DEGREES + 1 }, (_, step) => at(step * STEP_DEGREES, radius));
    const isOutermost = index === 0;
    const figure = freeSpot(uncovered, { middle, radius, obstacles });
    return [
      { type: 'Feature', properties: { kind: 'veil' }, geometry: { type: 'Polygon', coordinates: [circle] } },
      line(isOutermost ? 'edge' : 'ring', circle),
      ...(isOutermost ? ticks(at, radius) : []),
      ...(figure ? [point(textOf(km), positionAt(uncovered, figure))] : []),
    ];
  });
  const [widest] = radii;
  if (widest === undefined) return { type: 'FeatureCollection', features: [] };
  const cross = [0, 90].map((degrees) => line('cross', [at(degrees, widest * px), at(degrees + 180, widest * px)]));
  return { type: 'FeatureCollection', features: [...features, ...cross] };
}

function ticks(at: (degrees: number, radius: number) => Position, radius: number): Feature[] {
  return Array.from({ length: 72 }, (_, index) => {
    const degrees = index * 5;
    return line('tick', [at(degrees, radius), at(degrees, radius + (degrees % 30 === 0 ? 10 : 5))]);
  });
}

function around({ x, y }: ScreenPoint, degrees: number, radius: number): ScreenPoint {
  const angle = (degrees * Math.PI) / 180;
  return { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) };
}

function positionAt({ world }: MapExtent, { x, y }: ScreenPoint): Position {
  const { longitude, latitude } = placeAt({ x: x / world, y: y / world });
  return [longitude, latitude];
}

function line(kind: string, coordinates: Position[]): Feature {
  return { type: 'Feature', properties: { kind }, geometry: { type: 'LineString', coordinates } };
}

function point(text: string, coordinates: Position): Feature {
  return { type: 'Feature', properties: { kind: 'figure', text }, geometry: { type: 'Point', coordinates } };
}

/** True when a figure with this centre is visible and not under the buttons. */
export function hasRoom(uncovered: MapExtent, spot: ScreenPoint): boolean {
  return isClear(uncovered, spot, { width: FIGURE_ROOM, height: FIGURE_ROOM / 2 });
}

/** True when a pin with this centre is completely visible. A pin that is cut off has no label. */
export function isWhole(uncovered: MapExtent, spot: ScreenPoint): boolean {
  return isClear(uncovered, spot, { width: PIN_PX, height: PIN_PX });
}

/** True when a figure at this position covers no mark. */
export function isFree({ x, y }: ScreenPoint, obstacles: readonly ScreenPoint[]): boolean {
  return obstacles.every((other) => Math.hypot(other.x - x, other.y - y) > FIGURE_ROOM);
}

function freeSpot(
  uncovered: MapExtent,
  { middle, radius, obstacles }: { middle: ScreenPoint; radius: number; obstacles: readonly ScreenPoint[] },
): ScreenPoint | undefined {
  return FIGURE_ANGLES.map((degrees) => around(middle, degrees, radius)).find(
    (spot) => hasRoom(uncovered, spot) && isFree(spot, obstacles),
  );
}

const SCALES_KM = [0.2, 0.5, 1, 2, 5, 10, 20, 50];
/** The longest scale bar, about the width of a finger. */
const SCALE_PX = 120;

/** A round distance and its length in px. Undefined when none fits. */
export function scaleFor(world: number, latitude: number): { km: number; px: number } | undefined {
  const px = pxPerKm(world, latitude);
  const km = SCALES_KM.findLast((length) => length * px <= SCALE_PX);
  return km === undefined ? undefined : { km, px: Math.round(km * px) };
}
