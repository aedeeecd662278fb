import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { INDIA } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { isTouching } from '#parts/box.ts';
import { readBasemap, staticBasemap } from '../../../../build/static-basemap.ts';
import { stationAt } from '../../../testing/station.ts';
import { decode, indiaStyle } from '../basemap/basemap-style.js';
import hindi from '../basemap/names-hi.json' with { type: 'json' };
import names from '../basemap/static-names.json' with { type: 'json' };
import { boxesOutsideView } from '../labels/label-blockers.ts';
import { labelsFor, type ToLabel } from '../labels/placed-labels.ts';
import { drawnFeatures, staticFeatures } from '../layers.ts';
import { clustered, marksIn } from '../marks/clusters.ts';
import { countedOf } from '../marks/counted.ts';
import { boxAround, boxOfChosen, layOutMarks, lookOf, clusterRingPx } from '../marks/layout.ts';
import { mercator, placeAt } from '../marks/mercator.ts';
import { ringPicture, unfitPicture } from '../marks/pictures.ts';
import { inOrder } from '../marks/use-marks.ts';
import { viewOfIndia, viewAround } from './first-view.ts';
import { namesIn } from './static-names.ts';

const corner = { width: 64, height: 112 };
const PHONE = { size: { width: 390, height: 844 }, padding: { top: 80, right: 8, bottom: 230, left: 8, corner } };
const DESKTOP = { size: { width: 1280, height: 800 }, padding: { top: 16, right: 8, bottom: 16, left: 400, corner } };

test('the static basemap in the repository matches the one generated from the basemap', () => {
  const made = staticBasemap(readBasemap());
  expect(readFileSync(join(import.meta.dirname, '../basemap/static-basemap.svg'), 'utf8')).toBe(made.svg);
  expect(names).toEqual(made.names);
});

test('places and points of the Mercator square convert in both directions', () => {
  expect(mercator({ latitude: 0, longitude: 0 })).toEqual({ x: 0.5, y: 0.5 });
  const { latitude, longitude } = placeAt(mercator({ latitude: 28.6, longitude: 77.2 }));
  expect(latitude).toBeCloseTo(28.6, 9);
  expect(longitude).toBeCloseTo(77.2, 9);
});

test.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])(
  'on %s India fills the visible part of the map, and at least the stated area is shown [MAP-4]',
  (_, { size, padding }) => {
    const { view, spotOf } = viewOfIndia(size, padding);
    const corner = spotOf({ latitude: INDIA.south, longitude: INDIA.west });
    const opposite = spotOf({ latitude: INDIA.north, longitude: INDIA.east });
    const free = {
      width: size.width - padding.left - padding.right,
      height: size.height - padding.top - padding.bottom,
    };
    expect(Math.max((opposite.x - corner.x) / free.width, (corner.y - opposite.y) / free.height)).toBeCloseTo(1, 6);
    expect((corner.x + opposite.x) / 2).toBeCloseTo(padding.left + free.width / 2, 6);
    expect((corner.y + opposite.y) / 2).toBeCloseTo(padding.top + free.height / 2, 6);
    expect(spotOf({ latitude: view.north, longitude: view.west })).toEqual({
      x: expect.closeTo(0, 6),
      y: expect.closeTo(0, 6),
    });
    expect(spotOf({ latitude: view.south, longitude: view.east })).toEqual({
      x: expect.closeTo(size.width, 6),
      y: expect.closeTo(size.height, 6),
    });
  },
);

test('a map too small for India stays at the lowest zoom [CONST-2]', () => {
  expect(
    viewOfIndia({ width: 200, height: 300 }, { top: 80, right: 8, bottom: 180, left: 8, corner }).view.mapLibreZoom,
  ).toBe(3);
});

test('near stations are one mark with their counts by state, far ones are pins; the chosen one is drawn separately', () => {
  const { view } = viewOfIndia(PHONE.size, PHONE.padding);
  const stations = [
    stationAt('chosen', 28.61, 77.21),
    stationAt('a', 28.6, 77.2),
    stationAt('b', 28.5, 77.1),
    stationAt('busy', 28.4, 77.3, { active_charger: 0, status: 0 }),
    stationAt('far', 8.3, 73),
  ];
  const index = clustered(drawnFeatures({ stations, clusters: [] }, 'chosen'));
  const marks = inOrder(marksIn(index, view));
  expect(marks).toEqual([
    {
      kind: 'pin',
      id: 'far',
      state: 'free',
      isUnfit: false,
      place: { latitude: expect.closeTo(8.3, 9), longitude: expect.closeTo(73, 9) },
    },
    {
      kind: 'cluster',
      counts: { free: 2, busy: 1, offline: 0, total: 3 },
      closer: expect.any(Number),
      place: expect.anything(),
    },
  ]);
  const [, cluster] = marks;
  if (cluster?.kind !== 'cluster') throw new Error('no cluster');
  expect(cluster.closer).toBeGreaterThan(view.mapLibreZoom);
  expect(marksIn(index, { ...view, south: 20 })).toHaveLength(1);
});

test('a restored view has its middle in the middle of the visible part', () => {
  const { size, padding } = PHONE;
  const middle = { latitude: 12.97, longitude: 77.6 };
  const { view, spotOf } = viewAround({ middle, mapLibreZoom: 12 }, size, padding);
  const { x, y } = spotOf(middle);
  expect([Math.round(x), Math.round(y)]).toEqual([195, 80 + (844 - 80 - 230) / 2]);
  expect(view.mapLibreZoom).toBe(12);
  expect(view.west).toBeLessThan(77.6);
  expect(view.north).toBeGreaterThan(12.97);
});

test('a cluster with one station that fits the vehicle is that station’s pin', () => {
  const { view } = viewOfIndia(PHONE.size, PHONE.padding);
  const stations = [
    stationAt('other', 28.6, 77.2, { connector_types: ['LEV AC'] }),
    stationAt('fits', 28.5, 77.1, { plugs: [{ type: 'CCS2', total: 1, free: 1 }] }),
  ];
  const [mark, ...more] = marksIn(clustered(drawnFeatures({ stations, clusters: [], types: ['CCS2'] })), view);
  expect(mark).toMatchObject({ kind: 'pin', id: 'fits', state: 'free', isUnfit: false });
  expect(more).toEqual([]);
});

test('a cluster counts the stations that fit the vehicle, and is crossed out if none does', () => {
  const { view } = viewOfIndia(PHONE.size, PHONE.padding);
  const plugs = [{ type: 'CCS2', total: 1, free: 1 }];
  const other = { connector_types: ['LEV AC'] };
  const stations = [
    stationAt('fits', 28.6, 77.2, { plugs }),
    stationAt('too', 28.5, 77.1, { plugs }),
    stationAt('other', 28.4, 77.3, other),
    stationAt('south', 9, 76.5, other),
    stationAt('more south', 9.1, 76.6, other),
  ];
  const countsFor = (types?: string[]) =>
    marksIn(clustered(drawnFeatures({ stations, clusters: [], types })), view).map(
      (mark) => mark.kind === 'cluster' && mark.counts,
    );
  const none = { busy: 0, offline: 0 };
  expect(countsFor()).toEqual([
    { ...none, free: 3, total: 3 },
    { ...none, free: 2, total: 2 },
  ]);
  const [, nothing] = countsFor(['CCS2']);
  expect(countsFor(['CCS2'])).toEqual([
    { ...none, free: 2, total: 2 },
    { ...none, free: 0, total: 0 },
  ]);
  // A 0 would read as none free. The ring is crossed out like a station without a fitting plug.
  const crossed = ringPicture({ ...nothing }, 'light');
  const colours = (svg: string) => svg.match(/stroke="[^"]*"/g);
  expect([colours(crossed), crossed]).toEqual([colours(unfitPicture('light')), expect.not.stringContaining('<text')]);
  expect(crossed).toContain('<path d="M10 10 38 38"/>');
});

test('a cluster counts only public stations, unless there are no others, as with a filter for them [MAP-22]', () => {
  const { view } = viewOfIndia(PHONE.size, PHONE.padding);
  const visibility = 'captive';
  const depots = [stationAt('depot', 28.6, 77.2, { visibility }), stationAt('works', 28.5, 77.1, { visibility })];
  const open = stationAt('open', 28.4, 77.3);
  const marksOf = (stations: Station[]) => marksIn(clustered(drawnFeatures({ stations, clusters: [] })), view);
  const totals = (stations: Station[]) => marksOf(stations).map((mark) => mark.kind === 'cluster' && mark.counts.total);
  expect(totals([...depots, open, stationAt('too', 28.3, 77.2)])).toEqual([2]);
  expect(marksOf([...depots, open])).toEqual([expect.objectContaining({ kind: 'pin', id: 'open' })]);
  expect(totals(depots)).toEqual([2]);
  const among = [...depots, open];
  expect(among.filter(countedOf(among, undefined))).toEqual([open]);
});

test('a cluster from the server counts as all its stations', () => {
  const { view } = viewOfIndia(PHONE.size, PHONE.padding);
  const clusters = [
    { latitude: 28.6, longitude: 77.2, free: 10, busy: 5, offline: 85 },
    { latitude: 28.7, longitude: 77.3, free: 1, busy: 0, offline: 0 },
    { latitude: 9, longitude: 76.5, free: 0, busy: 0, offline: 7 },
  ];
  const marks = inOrder(marksIn(clustered(drawnFeatures({ stations: [], clusters })), view));
  expect(marks.map((mark) => (mark.kind === 'cluster' ? [mark.counts, mark.closer !== undefined] : mark))).toEqual([
    [{ free: 11, busy: 5, offline: 85, total: 101 }, true],
    [{ free: 0, busy: 0, offline: 7, total: 7 }, false],
  ]);
});

test('a single station in a cluster from the server looks like a pin', () => {
  const cluster = (counts: object, closer?: number) =>
    lookOf({
      kind: 'cluster',
      place: { latitude: 20, longitude: 79 },
      counts: { free: 0, busy: 0, offline: 0, total: 1, ...counts },
      closer,
    });
  expect([cluster({ free: 1 }), cluster({ busy: 1 }), cluster({ offline: 1 })]).toEqual(['free', 'busy', 'offline']);
  expect([cluster({ free: 2, total: 2 }), cluster({ free: 1 }, 8)]).toEqual([undefined, undefined]);
});

test('free stations are drawn above others, those for the vehicle above all stations, and clusters on top', () => {
  const place = { latitude: 20, longitude: 79 };
  const pin = (id: string, state: 'free' | 'busy' | 'offline', isUnfit = true) => {
    return { kind: 'pin' as const, id, state, isUnfit, place };
  };
  const cluster = { kind: 'cluster' as const, counts: { free: 1, busy: 1, offline: 0, total: 2 }, closer: 5, place };
  const marks = [
    cluster,
    pin('own', 'busy', false),
    pin('free', 'free'),
    pin('offline', 'offline'),
    pin('busy', 'busy'),
  ];
  expect(inOrder(marks).map((mark) => (mark.kind === 'pin' ? mark.id : 'cluster'))).toEqual([
    'offline',
    'busy',
    'free',
    'own',
    'cluster',
  ]);
});

test('stations wait until it is known which is chosen; a cluster from the server is shown without any station', () => {
  const cluster = { latitude: 28.6, longitude: 77.2, free: 10, busy: 5, offline: 85 };
  expect(staticFeatures({ stations: [stationAt('a', 28.6, 77.2)], clusters: [] }, undefined).features).toEqual([]);
  expect(staticFeatures({ stations: [stationAt('a', 28.6, 77.2)], clusters: [] }, 'b').features).toHaveLength(1);
  expect(staticFeatures({ stations: [], clusters: [cluster] }, undefined).features).toHaveLength(1);
});

test('only marks that the chosen pin would cover are moved aside', () => {
  const { view, spotOf } = viewOfIndia(PHONE.size, PHONE.padding);
  const tip = spotOf({ latitude: 22, longitude: 79 });
  const stations = [stationAt('under', 22.3, 79), stationAt('away', 9, 77)];
  const marks = marksIn(clustered(drawnFeatures({ stations, clusters: [] })), view);
  const placed = layOutMarks(marks, spotOf, { tip });
  expect(placed.map(({ mark, isAside }) => [mark.kind === 'pin' && mark.id, isAside])).toEqual([
    ['under', true],
    ['away', false],
  ]);
  const [under] = placed;
  expect(isTouching(boxAround(under?.spot ?? tip), boxOfChosen(tip))).toBe(false);
  expect(layOutMarks(marks, spotOf, {}).some(({ isAside }) => isAside)).toBe(false);
});

test('a station without a plug that fits is a small ring at its own place, and not beside it [MAP-2]', () => {
  const { view, spotOf } = viewOfIndia(PHONE.size, PHONE.padding);
  const plugs = [{ type: 'CCS2', total: 1, free: 1 }];
  const stations = [stationAt('fits', 12, 77, { plugs }), stationAt('other', 25, 80, { connector_types: ['LEV AC'] })];
  const marks = marksIn(clustered(drawnFeatures({ stations, clusters: [], types: ['CCS2'] })), view);
  const placed = new Map(
    layOutMarks(marks, spotOf, {}).map(({ mark, spot }) => [mark.kind === 'pin' && mark.id, spot]),
  );
  expect(marks.map((mark) => mark.kind === 'pin' && [mark.id, mark.isUnfit])).toEqual([
    ['fits', false],
    ['other', true],
  ]);
  expect(placed.get('other')?.y).toBeCloseTo(spotOf({ latitude: 25, longitude: 80 }).y, 6);
  expect(placed.get('fits')?.y).toBeCloseTo(spotOf({ latitude: 12, longitude: 77 }).y - 26, 6);
});

test('clusters never hide one another, a pin, or the driver, who are all at their own places', () => {
  const { view, spotOf } = viewOfIndia(PHONE.size, PHONE.padding);
  // Fixed numbers that look random.
  const at = (index: number, step: number) => ((index * step) % 97) / 97;
  const clusters = Array.from({ length: 40 }, (_, index) => ({
    latitude: 10 + 20 * at(index, 31),
    longitude: 72 + 16 * at(index, 53),
    free: 1 + ((index * 37) % 200),
    busy: 1,
    offline: 1,
  }));
  const marks = marksIn(clustered(drawnFeatures({ stations: [], clusters })), view);
  expect(marks.length).toBeGreaterThan(8);
  const here = spotOf({ latitude: 19, longitude: 78 });
  const tip = spotOf({ latitude: 25, longitude: 80 });
  const placed = layOutMarks(marks, spotOf, { driver: here, tip });
  const radius = ({ mark }: (typeof placed)[number]) =>
    mark.kind === 'cluster' ? clusterRingPx(mark.counts.total) / 2 : 0;
  const distance = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y);
  for (const [index, one] of placed.entries()) {
    expect(distance(one.spot, here)).toBeGreaterThan(radius(one) + 20);
    expect(distance(one.spot, tip)).toBeGreaterThan(radius(one) + 5);
    for (const other of placed.slice(index + 1))
      expect(distance(one.spot, other.spot)).toBeGreaterThan(radius(one) + radius(other));
  }
  expect(placed.map(({ spot }) => distance(spot, { x: 0, y: 0 })).every(Number.isFinite)).toBe(true);
});

test('clusters that are pushed apart are not pushed back under the bars', () => {
  const { spotOf } = viewOfIndia({ width: 360, height: 640 }, { top: 144, right: 8, bottom: 339, left: 8, corner });
  const marks = [
    [29, 77, 257],
    [26.5, 76, 104],
    [26.5, 80.5, 60],
    [12, 78, 296],
    [10.5, 76, 120],
  ].map(([latitude = 0, longitude = 0, total = 0]) => ({
    kind: 'cluster' as const,
    place: { latitude, longitude },
    counts: { free: total, busy: 0, offline: 0, total },
    closer: 5,
  }));
  const placed = layOutMarks(marks, spotOf, { free: { left: 8, right: 352, top: 144, bottom: 301, corner } });
  expect(placed).toHaveLength(5);
  for (const [index, { spot }] of placed.entries()) {
    const radius = clusterRingPx(marks[index]?.counts.total ?? 0) / 2;
    expect(spot.y).toBeGreaterThanOrEqual(144 + radius);
    expect(spot.y).toBeLessThanOrEqual(301 - radius);
  }
});

test('names are drawn if there is room: towns from zoom 4, none under a mark and none over another', () => {
  const phone = viewOfIndia(PHONE.size, PHONE.padding);
  const desktop = viewOfIndia(DESKTOP.size, DESKTOP.padding);
  const namesOf = (...area: Parameters<typeof namesIn>) => namesIn(...area).map(({ name }) => name);
  expect(namesOf(phone, [])).toContain('Bay of Bengal');
  expect(namesIn(phone, []).some(({ kind }) => kind === 'town')).toBe(false);
  expect(namesOf(desktop, [])).toContain('Delhi');
  const delhi = desktop.spotOf({ latitude: 28.65, longitude: 77.23 });
  expect(namesOf(desktop, [boxAround(delhi)])).not.toContain('Delhi');
  // No name is cut off at an edge, and only India is named as a country.
  expect(namesOf(desktop, boxesOutsideView(DESKTOP.size))).toContain('Delhi');
  expect([phone, desktop].flatMap((view) => namesOf(view, []))).not.toContain('China');
  // Meerut is left out, because it is too near to Delhi.
  expect(namesOf(desktop, [])).not.toContain('Meerut');
  const spots = namesIn(desktop, []).map(({ spot }) => spot);
  const distances = spots.flatMap((a, index) => spots.slice(index + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y)));
  expect(Math.min(...distances)).toBeGreaterThan(12);
});

test('in Hindi every State, neighbour, sea and larger town has its Hindi name, also before the map moves', () => {
  const basemap = readBasemap();
  const known: Record<string, string> = hindi;
  const propertiesOf = (object: string) =>
    decode(basemap, object).features.map(({ properties }) => properties as { n: string; b?: string; r: number; x?: 1 });
  const larger = propertiesOf('towns').filter(({ r, x }) => r <= 4 && !x);
  for (const { n, b = n } of [...propertiesOf('labels'), ...larger])
    expect([b, known[b]]).toEqual([b, expect.any(String)]);
  const ofFile = new Set([...propertiesOf('towns'), ...propertiesOf('labels')].map(({ n, b = n }) => b));
  for (const [name, written] of Object.entries(known)) {
    expect(ofFile).toContain(name);
    expect(written).toMatch(/^[\u0900-\u097F -]+$/);
  }
  const desktop = viewOfIndia(DESKTOP.size, DESKTOP.padding);
  const shown = namesIn(desktop, [], hindi).map(({ name }) => name);
  expect(shown).toEqual(expect.arrayContaining(['दिल्ली', 'बंगाल की खाड़ी']));
  const towns = indiaStyle(basemap, { names: hindi }).layers.find(({ id }) => id === 'towns');
  expect(towns?.type === 'symbol' && towns.layout?.['text-field']).toEqual([
    'coalesce',
    ['get', ['get', 'n'], ['literal', hindi]],
    ['get', 'n'],
  ]);
});

const pinAt = (name: string, x: number, y: number, isChosen = false): ToLabel => ({
  id: name,
  name,
  counts: '2/4 free',
  details: ' · 60 kW',
  tone: 'free',
  tip: { x, y },
  isChosen,
});

test('labels are beside their pins, the chosen one’s first, and none covers another or a taken place', () => {
  const pins = [
    pinAt('Hub Hebbal', 200, 300),
    pinAt('Point Hebbal', 230, 320),
    pinAt('Hub Indiranagar', 215, 310, true),
  ];
  const labels = labelsFor(pins, [{ name: 'Hebbal', spot: { x: 80, y: 500 }, size: 13 }], []);
  expect(labels[0]?.name).toBe('Hub Indiranagar');
  expect(labels.at(-1)).toMatchObject({ name: 'Hebbal', tone: undefined });
  for (const [index, { box }] of labels.entries()) {
    for (const other of labels.slice(index + 1)) expect(isTouching(box, other.box)).toBe(false);
  }
});

test('a label moves to the other side, below or above if its side is taken, and is left out if all are', () => {
  const wall = (left: number, right: number) => ({ left, right, top: 0, bottom: 600 });
  const alone = [pinAt('Hub', 200, 300)];
  const sideAfter = (...taken: ReturnType<typeof wall>[]) => labelsFor(alone, [], taken).map(({ anchor }) => anchor);
  expect(sideAfter()).toEqual(['left']);
  expect(sideAfter(wall(220, 400))).toEqual(['right']);
  expect(sideAfter({ ...wall(220, 400), bottom: 305 }, { left: 0, right: 180, top: 0, bottom: 305 })).toEqual(['top']);
  expect(sideAfter(wall(0, 400))).toEqual([]);
});
