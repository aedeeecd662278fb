import type { Coordinates } from '@bijli/contract/geo';
import { type Box, isTouching } from '#parts/box.ts';

/** Size of the drawing in its own units. On the page it is as wide as the column. */
export const SIZE = { width: 360, height: 132 };

const KM_A_DEGREE = 111.2;
/** The largest scale in px per kilometre: for a station alone, and with the driver. */
const CLOSEST = { alone: 40, together: 400 };
/** Space to keep free around the station and the driver. */
const MARGIN = { x: 56, above: 62, below: 22 };
const RINGS_KM = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20];
const MAX_NAMES = 6;
/** Where on its ring a figure can be, in degrees clockwise from the east. The first free place is used. */
const FIGURE_ANGLES = [-90, -45, -135, 0, 180, 45, 135, 90];
/** The space that a figure takes around its baseline's middle. */
const FIGURE = { half: 22, above: 11, below: 4 };
/** The approximate width of a letter. */
const LETTER = 6.4;

interface Spot {
  x: number;
  y: number;
}

/**
 * Calculates where everything in the drawing is: station and driver at the largest scale that shows both, and rings
 * around the driver.
 */
export function layOutMiniMap(
  station: Coordinates,
  you: Coordinates | undefined,
  localities: readonly (readonly [string, number, number])[],
): {
  station: Spot;
  you: Spot | undefined;
  middle: Spot;
  rings: { km: number; px: number }[];
  /** The distance of each ring, if there is space for its figure. */
  figures: (Spot & { km: number })[];
  names: (Spot & { name: string })[];
} {
  const stretch = Math.cos((station.latitude * Math.PI) / 180);
  const east = you ? (you.longitude - station.longitude) * stretch * KM_A_DEGREE : 0;
  const north = you ? (you.latitude - station.latitude) * KM_A_DEGREE : 0;
  const room = { x: SIZE.width - 2 * MARGIN.x, y: SIZE.height - MARGIN.above - MARGIN.below };
  const px = Math.min(
    you ? CLOSEST.together : CLOSEST.alone,
    room.x / Math.abs(east || 1e-6),
    room.y / Math.abs(north || 1e-6),
  );
  const centre = { x: SIZE.width / 2, y: MARGIN.above + room.y / 2 };
  const stationSpot = { x: centre.x - (east / 2) * px, y: centre.y + (north / 2) * px };
  const spot = ({ latitude, longitude }: Coordinates): Spot => ({
    x: stationSpot.x + (longitude - station.longitude) * stretch * KM_A_DEGREE * px,
    y: stationSpot.y - (latitude - station.latitude) * KM_A_DEGREE * px,
  });
  const youSpot = you && spot(you);
  const middle = youSpot ?? stationSpot;
  const obstacles: Box[] = [around(stationSpot, 30, 60, 8), ...(youSpot ? [around(youSpot, 20, 20, 20)] : [])];
  const rings = RINGS_KM.map((km) => ({ km, px: km * px })).filter((ring) => ring.px >= 28 && ring.px <= SIZE.width);
  const figures = rings.flatMap(({ km, px: radius }) => {
    const spots = FIGURE_ANGLES.map((angle) => ({ km, ...onRing(middle, radius, angle) }));
    return spots.find((one) => isFree(around(one, FIGURE.half, FIGURE.above, FIGURE.below), obstacles)) ?? [];
  });
  const names = localities
    .map(([name, latitude, longitude]) => ({ name, ...spot({ latitude, longitude }) }))
    .filter((one) => isFree(boxOf(one), obstacles))
    .slice(0, MAX_NAMES);
  return {
    station: stationSpot,
    you: youSpot,
    middle,
    rings,
    figures,
    names,
  };
}

/** The baseline's middle of a figure that is centred on the ring. */
function onRing(middle: Spot, radius: number, degrees: number): Spot {
  const angle = (degrees * Math.PI) / 180;
  return { x: middle.x + radius * Math.cos(angle), y: middle.y + radius * Math.sin(angle) + 4 };
}

function around({ x, y }: Spot, side: number, above: number, below: number): Box {
  return { left: x - side, right: x + side, top: y - above, bottom: y + below };
}

function boxOf({ name, x, y }: Spot & { name: string }): Box {
  return around({ x, y }, (name.length * LETTER) / 2 + 4, 14, 6);
}

/** True when the box is inside the drawing and overlaps no obstacle. The box then becomes an obstacle itself. */
function isFree(box: Box, obstacles: Box[]): boolean {
  const isInside = box.left > 4 && box.right < SIZE.width - 4 && box.top > 4 && box.bottom < SIZE.height - 4;
  if (!isInside || obstacles.some((other) => isTouching(box, other))) return false;
  obstacles.push(box);
  return true;
}
