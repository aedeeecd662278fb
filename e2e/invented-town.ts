import { readFileSync } from 'node:fs';
import type { Feature, FeatureCollection, Geometry, Polygon, MultiPolygon, Position } from 'geojson';
import { decode, type IndiaTopology } from '@bijli/web/basemap';

/** The centre of an invented town, at the position of the demo's stations in Bengaluru. */
export const TOWN = { latitude: 12.9716, longitude: 77.5946 };

const HALF = 0.07;
const [LNG, LAT] = [TOWN.longitude, TOWN.latitude];

/** The features of the town, by layer of the OpenMapTiles schema. Nothing here is taken from a real map. */
export function inventedTown(): Record<string, FeatureCollection> {
  return {
    landcover: layer([area({ class: 'wood' }, 0.055, 0.05, 0.012), area({ class: 'grass' }, -0.05, 0.04, 0.006)]),
    park: layer([area({ class: 'park', 'name:en': 'Mango Garden', name: 'Mango Garden' }, 0.012, 0.008, 0.005)]),
    landuse: layer([
      area({ class: 'industrial' }, -0.045, -0.045, 0.012),
      area({ class: 'hospital' }, 0.02, -0.011, 0.0016),
      area({ class: 'school' }, -0.017, 0.016, 0.002),
    ]),
    water: layer([sea(), area({ class: 'lake' }, -0.02, -0.02, 0.005), area({ class: 'lake' }, 0.026, 0.025, 0.003)]),
    waterway: layer([
      line({ class: 'river', name: 'Neem River', 'name:hi': 'नीम नदी' }, wavy(-0.07, 0.03, 0.07, -0.02)),
    ]),
    transportation: layer([...streets(), ...highways(), ...rails()]),
    transportation_name: layer(
      NAMED.map(({ at, name, hindi }) => line({ class: 'secondary', name, 'name:hi': hindi }, across(at))),
    ),
    place: layer([
      spot({ class: 'city', rank: 3, name: 'Nowhere', 'name:en': 'Nowhere', 'name:hi': 'कि क्षे र्मा' }, 0, 0.004),
      spot({ class: 'suburb', name: 'Mango Layout', 'name:hi': 'कर्मा नगर' }, 0.016, 0.016),
      spot({ class: 'suburb', name: 'Lake View', 'name:hi': 'क्षेत्र' }, -0.016, -0.012),
      spot({ class: 'suburb', name: 'Station Side', 'name:hi': 'किला' }, 0.018, -0.018),
    ]),
    poi: layer([
      spot({ class: 'railway', subclass: 'subway', rank: 1, name: 'Town Hall', 'name:hi': 'टाउन हॉल' }, 0.006, -0.006),
      spot({ class: 'railway', subclass: 'subway', rank: 1, name: 'East Gate', 'name:hi': 'पूर्वी द्वार' }, 0.018, 0.002),
      spot({ class: 'shop', rank: 1, name: 'A shop that is not ours to show' }, 0.002, 0.002),
    ]),
    building: layer(buildings()),
    // The map must never draw a map provider's borders.
    boundary: layer([
      line({ admin_level: 2, disputed: 1 }, [
        [LNG - 0.07, LAT - 0.07],
        [LNG + 0.07, LAT + 0.07],
      ]),
    ]),
  };
}

const NAMED = [
  { at: -0.0264, name: 'Tamarind Road', hindi: 'इमली मार्ग' },
  { at: 0.0088, name: 'Clock Tower Road', hindi: 'घंटाघर मार्ग' },
  { at: 0.0308, name: 'Weaver Street', hindi: 'बुनकर गली' },
];

function layer(features: Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features };
}

function feature(properties: Feature['properties'], geometry: Geometry): Feature {
  return { type: 'Feature', properties, geometry };
}

function line(properties: Feature['properties'], coordinates: Position[]): Feature {
  return feature(properties, { type: 'LineString', coordinates });
}

function spot(properties: Feature['properties'], east: number, north: number): Feature {
  return feature(properties, { type: 'Point', coordinates: [LNG + east, LAT + north] });
}

/** An irregular circle. */
function area(properties: Feature['properties'], east: number, north: number, radius: number): Feature {
  const ring = Array.from({ length: 25 }, (_, step): Position => {
    const angle = (step % 24) * (Math.PI / 12);
    const bent = radius * (1 + 0.18 * Math.sin(3 * angle + east * 100));
    return [LNG + east + bent * Math.cos(angle), LAT + north + bent * Math.sin(angle)];
  });
  return feature(properties, { type: 'Polygon', coordinates: [ring] });
}

function wavy(fromEast: number, fromNorth: number, toEast: number, toNorth: number): Position[] {
  return Array.from({ length: 41 }, (_, step) => {
    const part = step / 40;
    const sway = 0.006 * Math.sin(part * 9);
    return [LNG + fromEast + (toEast - fromEast) * part + sway, LAT + fromNorth + (toNorth - fromNorth) * part + sway];
  });
}

const bend = (along: number, at: number) => 0.0012 * Math.sin(along * 60 + at * 40);
const across = (north: number): Position[] => steps((along) => [LNG + along, LAT + north + bend(along, north)]);
const upward = (east: number): Position[] => steps((along) => [LNG + east + bend(along, east), LAT + along]);

function steps(of: (along: number) => Position): Position[] {
  return Array.from({ length: 57 }, (_, step) => of(-HALF + (step * HALF) / 28));
}

/** A street every 240 m. Every fourth and every eighth is more important. */
function streets(): Feature[] {
  const gap = 0.0022;
  const count = Math.floor(HALF / gap);
  return Array.from({ length: 2 * count + 1 }, (_, index) => index - count).flatMap((index) => {
    const at = index * gap;
    const kind = index % 12 === 0 ? 'primary' : index % 8 === 4 ? 'secondary' : index % 4 === 0 ? 'tertiary' : 'minor';
    return [line({ class: kind }, across(at)), line({ class: kind }, upward(at + 0.0007))];
  });
}

const FAR: Position[] = [
  [72.88, 19.08],
  [78.48, 17.38],
  [80.27, 13.08],
  [76.64, 12.3],
  [76.96, 11.02],
];

/** Highways with a bend, which lead to distant towns. */
function highways(): Feature[] {
  return FAR.map(([lng = 0, lat = 0], index) => {
    const way = Array.from({ length: 61 }, (_, step): Position => {
      const part = step / 60;
      const sway = 0.25 * Math.sin(part * Math.PI * 3) * Math.sin(part * Math.PI);
      return [LNG + (lng - LNG) * part + sway, LAT + (lat - LAT) * part - sway];
    });
    return line({ class: index % 2 === 0 ? 'motorway' : 'trunk' }, way);
  });
}

function rails(): Feature[] {
  return [
    line({ class: 'rail' }, wavy(-0.07, -0.03, 0.07, -0.015)),
    line({ class: 'transit', subclass: 'subway' }, [
      [LNG - 0.03, LAT - 0.012],
      [LNG + 0.006, LAT - 0.006],
      [LNG + 0.018, LAT + 0.002],
      [LNG + 0.05, LAT + 0.006],
    ]),
    line({ class: 'tertiary', brunnel: 'tunnel' }, [
      [LNG - 0.004, LAT + 0.001],
      [LNG + 0.004, LAT + 0.0031],
    ]),
    line({ class: 'path' }, wavy(0.004, 0.004, 0.02, 0.012)),
  ];
}

function buildings(): Feature[] {
  return Array.from({ length: 400 }, (_, index) => {
    const east = ((index % 20) - 10) * 0.0011 + 0.0003;
    const north = (Math.floor(index / 20) - 10) * 0.0011 + 0.0004;
    const [width, height] = [0.0002 + (index % 3) * 0.0001, 0.0002 + (index % 4) * 0.0001];
    const corner = ([x, y]: Position): Position => [LNG + east + (x ?? 0) * width, LAT + north + (y ?? 0) * height];
    const square = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0, 0],
    ];
    return feature({}, { type: 'Polygon', coordinates: [square.map(corner)] });
  });
}

/** Everything that is not land in our own basemap. */
function sea(): Feature {
  const file = new URL(import.meta.resolve('@bijli/web/basemap.json'));
  const topology = JSON.parse(readFileSync(file, 'utf8')) as IndiaTopology;
  const shores = decode(topology, 'land').features.flatMap(({ geometry }) =>
    ringsOf(geometry as Polygon | MultiPolygon),
  );
  const world: Position[] = [
    [60, 0],
    [105, 0],
    [105, 40],
    [60, 40],
    [60, 0],
  ];
  return feature({ class: 'ocean' }, { type: 'Polygon', coordinates: [world, ...shores] });
}

function ringsOf({ type, coordinates }: Polygon | MultiPolygon): Position[][] {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  return polygons.flatMap(([outer]) => (outer ? [outer] : []));
}
