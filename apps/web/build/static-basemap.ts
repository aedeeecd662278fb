// Makes the static map's drawing from the basemap: node apps/web/build/static-basemap.ts. Run it after the basemap has
// changed.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Feature, Point, Position } from 'geojson';
import { decode, type IndiaTopology } from '../src/screens/map/basemap/basemap-style.js';
import { DRAWN_WORLD, mercator } from '../src/screens/map/marks/mercator.ts';
import type { NamedPlace } from '../src/screens/map/static/static-names.ts';

const BASEMAP = join(import.meta.dirname, '../src/screens/map/basemap');
/** A simplified line may differ from the original by this many units. */
const TOLERANCE = 1.5;
/** The first view never shows anything beyond, in degrees. */
const EDGE = { west: -30, south: -45, east: 180, north: 72 };
/** Towns of lower ranks only appear at zooms that the first view does not reach on a screen of 4,000 px. */
const TOWN_RANK = 3;

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

type Unit = [x: number, y: number];

function unitAt([longitude = 0, latitude = 0]: Position): Unit {
  const { x, y } = mercator({
    longitude: clamp(longitude, EDGE.west, EDGE.east),
    latitude: clamp(latitude, EDGE.south, EDGE.north),
  });
  return [Math.round(x * DRAWN_WORLD), Math.round(y * DRAWN_WORLD)];
}

/** Distance of a point from the straight line between two others. */
function distance([x, y]: Unit, [fromX, fromY]: Unit, [toX, toY]: Unit): number {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const share = dx || dy ? clamp(((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy), 0, 1) : 0;
  return Math.hypot(x - fromX - share * dx, y - fromY - share * dy);
}

/** The points that keep the line's shape within the tolerance (Douglas and Peucker, 1973). */
function simplified(points: Unit[]): Unit[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 3) return points;
  const away = points.map((point) => distance(point, first, last));
  const furthest = away.indexOf(Math.max(...away));
  if ((away[furthest] ?? 0) <= TOLERANCE) return [first, last];
  return [...simplified(points.slice(0, furthest + 1)), ...simplified(points.slice(furthest)).slice(1)];
}

function line(places: Position[], isClosed: boolean): string {
  const points = simplified(places.map(unitAt));
  // Leaves out shapes that are smaller than the pen.
  if (points.length < (isClosed ? 4 : 2)) return '';
  const steps = points.slice(1).map(([x, y], index) => {
    const [fromX, fromY] = points[index] ?? [0, 0];
    return `${x - fromX},${y - fromY}`;
  });
  if (isClosed) steps.pop();
  return `M${points[0]?.join()}l${steps.join(' ').replaceAll(',-', '-').replaceAll(' -', '-')}${isClosed ? 'z' : ''}`;
}

function drawn({ geometry }: Feature): string {
  if (geometry.type === 'Polygon') return geometry.coordinates.map((ring) => line(ring, true)).join('');
  if (geometry.type === 'MultiPolygon')
    return geometry.coordinates
      .flat()
      .map((ring) => line(ring, true))
      .join('');
  if (geometry.type === 'LineString') return line(geometry.coordinates, false);
  if (geometry.type === 'MultiLineString') return geometry.coordinates.map((part) => line(part, false)).join('');
  return '';
}

/** The drawing, which takes colours and widths from its surroundings, and the names that may be on it. */
export function staticBasemap(topology: IndiaTopology): { svg: string; names: NamedPlace[] } {
  const features = (object: string) => decode(topology, object).features;
  const paths = (all: Feature[]) => all.map(drawn).join('');
  const isIndia = ({ properties }: Feature) => properties?.['k'] === 'IND';
  const area = (name: string, d: string) => `<path fill="var(--${name})" d="${d}"/>`;
  const stroke = (name: string, width: number, d: string, more = '') =>
    `<path vector-effect="non-scaling-stroke" stroke="var(--${name})" stroke-width="${width}"${more} d="${d}"/>`;
  const border = paths(features('border'));
  const svg = [
    '<svg xmlns="http://www.w3.org/2000/svg"><g id="basemap">',
    area('abroad', paths(features('far')) + paths(features('land').filter((one) => !isIndia(one)))),
    area('india', paths(features('land').filter(isIndia))),
    '<g fill="none" stroke-linejoin="round" stroke-linecap="round">',
    stroke('coast', 0.6, paths(features('coast'))),
    stroke('other', 0.7, paths(features('abroad'))),
    stroke('state', 0.8, paths(features('state'))),
    stroke('border', 2.6, border, ' stroke-opacity=".22"'),
    stroke('border', 0.9, border),
    '</g></g></svg>\n',
  ].join('\n');
  const named = (object: string, matches: (told: Record<string, unknown>) => boolean) =>
    features(object).filter(({ properties }) => matches(properties ?? {})) as Feature<Point>[];
  const names = [
    ...named('labels', ({ k }) => k === 'c' || k === 'w'),
    ...named('towns', ({ r }) => Number(r) <= TOWN_RANK),
  ].map(({ properties, geometry }): NamedPlace => {
    const { n, k = 't', r } = properties as { n: string; k?: 'c' | 'w'; r: number };
    const [longitude = 0, latitude = 0] = geometry.coordinates.map((degrees) => Number(degrees.toFixed(2)));
    return [n, k, r, longitude, latitude];
  });
  return { svg, names };
}

export function readBasemap(): IndiaTopology {
  return JSON.parse(readFileSync(join(BASEMAP, 'india-basemap.topo.json'), 'utf8')) as IndiaTopology;
}

if (import.meta.main) {
  const { svg, names } = staticBasemap(readBasemap());
  writeFileSync(join(BASEMAP, 'static-basemap.svg'), svg);
  writeFileSync(
    join(BASEMAP, 'static-names.json'),
    `[\n${names.map((name) => `  ${JSON.stringify(name)}`).join(',\n')}\n]\n`,
  );
}
