import { expect, test } from 'vitest';
import { distanceKm } from '@bijli/contract/geo';
import { en } from '#messages/en.ts';
import { stationAt } from '../../../testing/station.ts';
import { squaresOver } from '../labels/label-blockers.ts';
import { labelsFor } from '../labels/placed-labels.ts';
import { worldPx } from '../marks/mercator.ts';
import { labelOf } from './labels.ts';
import {
  ringFeatures,
  hasRoom,
  isFree,
  isWhole,
  pxPerKm,
  ringsFor,
  roomOfChosen,
  scaleFor,
  spotOn,
  type MapExtent,
} from './rings.ts';
import { boxesAlong, placeOnWay, wayTo } from './way.ts';

const centre = { latitude: 12.97, longitude: 77.6 };

/** A phone's map around the centre. */
function uncoveredAt(zoom: number): MapExtent {
  const world = worldPx(zoom);
  const { x, y } = spotOn({ world }, centre);
  const corner = { width: 64, height: 112 };
  return { world, left: x - 195, right: x + 195, top: y - 240, bottom: y + 260, corner };
}

test.each([
  [9, []],
  [9.5, [5]],
  [12, [5, 2, 1]],
  [13.4, [2, 1, 0.5]],
  [15, [0.5]],
])('at zoom %d only rings are drawn that are large enough and fit the map: %j', (zoom, expected) => {
  expect(ringsFor(centre, uncoveredAt(zoom))).toEqual(expected);
});

test('a ring is as far from its middle as its label says', () => {
  const uncovered = uncoveredAt(12);
  const { features } = ringFeatures({ centre, uncovered, obstacles: [], textOf: (km) => `${km} km` });
  const figures = features.filter(({ properties }) => properties?.['kind'] === 'figure');
  expect(figures.map(({ properties }) => properties?.['text'])).toContain('1 km');
  for (const { properties, geometry } of figures) {
    const [longitude = 0, latitude = 0] = geometry.type === 'Point' ? geometry.coordinates : [];
    expect(distanceKm(centre, { latitude, longitude })).toBeCloseTo(Number.parseFloat(String(properties?.['text'])), 1);
  }
  expect(features.filter(({ properties }) => properties?.['kind'] === 'edge')).toHaveLength(1);
  expect(features.filter(({ properties }) => properties?.['kind'] === 'tick')).toHaveLength(72);
});

test('a distance is written only where there is room and no mark', () => {
  const uncovered = uncoveredAt(12);
  const middle = spotOn(uncovered, centre);
  const radius = pxPerKm(uncovered.world, centre.latitude);
  const figuresBeside = (taken: { x: number; y: number }[]) =>
    ringFeatures({ centre, uncovered, obstacles: taken, textOf: String }).features.flatMap(({ properties, geometry }) =>
      properties?.['text'] === '1' && geometry.type === 'Point' ? [geometry.coordinates] : [],
    );
  const all = Array.from({ length: 36 }, (_, index) => {
    const angle = (index * Math.PI) / 18;
    return { x: middle.x + radius * Math.cos(angle), y: middle.y + radius * Math.sin(angle) };
  });
  const [free] = figuresBeside([]);
  const first = all.slice(30, 33);
  expect(figuresBeside(first)[0]).not.toEqual(free);
  expect(figuresBeside(all)).toEqual([]);
});

test('no distance is under the buttons in the lower right corner', () => {
  const uncovered = uncoveredAt(12);
  const { right, bottom } = uncovered;
  expect(hasRoom(uncovered, { x: right - 60, y: bottom - 60 })).toBe(false);
  expect(hasRoom(uncovered, { x: right - 60, y: bottom - 200 })).toBe(true);
  expect(hasRoom(uncovered, { x: right - 160, y: bottom - 60 })).toBe(true);
});

test('a pin at the edge is not complete, and a distance has room if no mark is near', () => {
  const uncovered = uncoveredAt(12);
  const middle = spotOn(uncovered, centre);
  expect(isWhole(uncovered, middle)).toBe(true);
  expect(isWhole(uncovered, { x: uncovered.left + 10, y: middle.y })).toBe(false);
  expect(isWhole(uncovered, { x: middle.x, y: uncovered.bottom - 10 })).toBe(false);
  expect(isWhole(uncovered, { x: uncovered.right - 70, y: uncovered.bottom - 60 })).toBe(false);
  expect(isFree(middle, [{ x: middle.x + 20, y: middle.y }])).toBe(false);
  expect(isFree(middle, [{ x: middle.x + 40, y: middle.y }])).toBe(true);
});

test('no name lies across the way to the chosen station: it is beside the way, or left out', () => {
  const uncovered = uncoveredAt(12);
  const to = { latitude: 13.0, longitude: 77.62 };
  const way = wayTo(uncovered, centre, to);
  const along = way ? boxesAlong(uncovered, way) : [];
  const [start, tip] = [spotOn(uncovered, centre), spotOn(uncovered, to)];
  const spot = { x: (start.x + tip.x) / 2, y: (start.y + tip.y) / 2 };
  const [before] = labelsFor([], [{ name: 'Hebbal', spot, size: 13 }], []);
  const [beside] = labelsFor([], [{ name: 'Hebbal', spot, size: 13 }], along);
  expect([before?.anchor, beside?.anchor]).toEqual(['center', 'left']);
  // Every step of the way is covered, from the driver's dot to the tip of the pin.
  for (let share = 0.15; share <= 1; share += 0.01) {
    const [x, y] = [start.x + share * (tip.x - start.x), start.y + share * (tip.y - start.y)];
    expect(along.some(({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom)).toBe(true);
  }
});

test('the way to a station far away is kept free only where the map shows it', () => {
  const uncovered = uncoveredAt(15);
  const { left, right, top, bottom } = uncovered;
  const delhi = { latitude: 28.61, longitude: 77.21 };
  const way = wayTo(uncovered, centre, delhi);
  const along = way ? boxesAlong(uncovered, way) : [];
  expect(along.length).toBeGreaterThan(20);
  expect(along.length).toBeLessThan(50);
  const [start, tip] = [spotOn(uncovered, centre), spotOn(uncovered, delhi)];
  const length = Math.hypot(tip.x - start.x, tip.y - start.y);
  for (let px = 22; px < 230; px += 2) {
    const [x, y] = [start.x + (px / length) * (tip.x - start.x), start.y + (px / length) * (tip.y - start.y)];
    expect([x > left, x < right, y > top, y < bottom]).not.toContain(false);
    expect(along.some((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom)).toBe(true);
  }
  // The driver has moved the map away from the way.
  const elsewhere = { ...uncovered, left: right + 50, right: right + 440 };
  expect(way && boxesAlong(elsewhere, way)).toEqual([]);
});

test('a figure of a ring and the distance on the way leave the chosen station’s name its place', () => {
  const uncovered = uncoveredAt(12);
  const middle = spotOn(uncovered, centre);
  const radius = pxPerKm(uncovered.world, centre.latitude);
  const free = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180;
    return { x: middle.x + radius * Math.cos(angle), y: middle.y + radius * Math.sin(angle) };
  };
  const [first] = [-48, -132].map(free);
  const tip = { x: middle.x + 150, y: middle.y };
  const name = { left: tip.x - 140, right: tip.x - 42, top: (first?.y ?? 0) - 15, bottom: (first?.y ?? 0) + 15 };
  const figureAt = (room: { x: number; y: number }[]) =>
    ringFeatures({ centre, uncovered, obstacles: room, textOf: String }).features.flatMap(({ properties, geometry }) =>
      properties?.['text'] === '1' && geometry.type === 'Point' ? [geometry.coordinates[0]] : [],
    )[0];
  expect(figureAt(roomOfChosen(tip, undefined))).toBeGreaterThan(centre.longitude);
  expect(figureAt(roomOfChosen(tip, name))).toBeLessThan(centre.longitude);
  const way = wayTo(uncovered, centre, { latitude: 12.97, longitude: 77.64 });
  const half = way && placeOnWay(uncovered, way, []);
  const beside = way && half && placeOnWay(uncovered, way, [spotOn(uncovered, half)]);
  expect(half).toBeDefined();
  expect(beside).not.toEqual(half);
});

test('a scale has a round length that is no longer than a finger is wide', () => {
  expect(scaleFor(worldPx(12), 12.97)).toEqual({ km: 2, px: expect.any(Number) });
  for (let zoom = 9; zoom <= 15; zoom += 0.5) {
    const scale = scaleFor(worldPx(zoom), 12.97);
    expect(scale?.px).toBeGreaterThan(40);
    expect(scale?.px).toBeLessThanOrEqual(120);
  }
});

test('a label names the station without the word Hotel, how much of it is free, and its power', () => {
  const station = stationAt('a', 12, 77, { connectors_free: 2, connectors_total: 4, power_max: 120, network: 'Bijli' });
  expect(labelOf({ ...station, property_name: 'Hotel Ashoka' }, undefined, en)).toEqual({
    name: 'Ashoka',
    counts: '2/4 free',
    details: ' · 120\u00A0kW',
    tone: 'free',
  });
  const nameOf = (name: string) => labelOf({ ...station, property_name: name }, undefined, en)?.name;
  // Another network may have a Hub Hebbal beside it.
  expect(['Bijli Hub Hebbal', 'Hotel'].map(nameOf)).toEqual(['Bijli Hub Hebbal', 'Hotel']);
  const countsOf = (state: object) => labelOf({ ...station, ...state }, undefined, en)?.counts;
  // The same reason as in the lists, which show the more important one.
  expect(countsOf({ online_charger: 0, open_now: false })).toBe('Chargers offline');
  expect(countsOf({ open_now: false })).toBe('Closed now');
  expect(countsOf({ visibility: 'captive' })).toBe('Private');
  expect(labelOf({ ...station, online_charger: 0 }, undefined, en)?.details).toBe('');
  expect(countsOf({ connectors_free: 0, connectors_total: 0 })).toBe('');
});

test('with a vehicle a label counts the plugs that fit it, with the power that it can use, like the card', () => {
  const plugs = [
    { type: 'CCS2', power: 60, total: 4, free: 2 },
    { type: 'Type 2', power: 7.4, total: 1, free: 1 },
  ];
  const station = stationAt('a', 12, 77, { connectors_free: 3, connectors_total: 5, power_max: 60, plugs });
  const figures = (types?: string[], dcPower?: number) => {
    const label = labelOf(station, types && { name: 'Nexon', types, dcPower }, en);
    return `${label?.counts}${label?.details}`;
  };
  expect([undefined, ['CCS2'], ['Type 2'], ['CCS2', 'Type 2']].map((types) => figures(types, types && 50))).toEqual([
    '3/5 free · 60\u00A0kW',
    '2/4 free · 50\u00A0kW',
    '1/1 free · up to 7.4\u00A0kW',
    '2/4 free · 50\u00A0kW',
  ]);
  // Nobody knows what this car takes.
  expect(figures(['CCS2'])).toBe('2/4 free · up to 60\u00A0kW');
  expect(labelOf(station, { name: 'Rickshaw', types: ['LEV AC'] }, en)).toBeUndefined();
});

test.each([
  ['wide', { left: 12, top: 20, right: 378, bottom: 76 }],
  ['high', { left: 300, top: 400, right: 352, bottom: 516 }],
  ['square', { left: 0, top: 0, right: 52, bottom: 52 }],
])('squares fill the space of a %s bar completely, and none beside it', (_, box) => {
  const squares = squaresOver(box).map(({ middle: { x, y }, side }) => [x - side / 2, y - side / 2, side] as const);
  const holds = (x: number, y: number) =>
    squares.some(([left, top, side]) => x >= left && x <= left + side && y >= top && y <= top + side);
  for (let x = box.left; x <= box.right; x += 2)
    for (let y = box.top; y <= box.bottom; y += 2) expect(holds(x, y)).toBe(true);
  for (const [left, top, side] of squares) {
    expect([left >= box.left, top >= box.top, left + side <= box.right, top + side <= box.bottom]).not.toContain(false);
  }
  expect(squaresOver({ ...box, right: box.left })).toEqual([]);
});
