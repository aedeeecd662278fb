import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pinState } from '@bijli/contract/pin-state';
import { knownKm } from '#api/window-answers.ts';
import { snapped } from '#api/zoomed-window.ts';
import { stationAt } from '../../testing/station.ts';
import { bestNearest, nearest, pickedFirst } from './cards/nearest.ts';
import { indexAfterSwipe } from './cards/swipe.ts';
import { labelsFor } from './labels/placed-labels.ts';
import { clusterFeatures, drawnFeatures, localityFeatures, stationFeatures } from './layers.ts';
import { clustered, marksIn } from './marks/clusters.ts';
import { chosenPicture, pinLook, pinPicture } from './marks/pictures.ts';
import { spiderfy } from './marks/spiderfy.ts';
import { markFeatures } from './marks/use-placed.ts';
import { zoomToSee } from './view/camera.ts';
import { isIn, mapLibreZoom, MAX_ZOOM, MIN_ZOOM, placeIn, zoomIn } from './view/view.ts';

const place = (text: string) => placeIn(new URLSearchParams(text));
test('lat and lng name the place to open at', () => {
  expect(place('lat=12.97&lng=77.64')).toEqual({ latitude: 12.97, longitude: 77.64 });
  expect(place('lat=-12.97&lng=-0.5')).toEqual({ latitude: -12.97, longitude: -0.5 });
});

test.each([
  '',
  'lat=12',
  'lng=77',
  'lat=&lng=',
  'lat=a&lng=77',
  'lat=12&lng=77x',
  'lat=91&lng=77',
  'lat=12&lng=181',
  'lat=NaN&lng=1',
  'lat=Infinity&lng=1',
])('an address with "%s" names no place [MAP-20]', (text) => {
  expect(place(text)).toBeUndefined();
});

test('the map uses the zoom in the address if it supports it; a place without one is shown at 14 [MAP-20]', () => {
  const zoom = (text: string) => zoomIn(new URLSearchParams(text));
  expect(['zoom=11', 'zoom=4', 'zoom=16'].map(zoom)).toEqual([11, 4, 16]);
  expect(['', 'zoom=', 'zoom=x', 'zoom=3', 'zoom=17'].map(zoom)).toEqual([14, 14, 14, 14, 14]);
});

test('zooms 4 and 16 count tiles of 256 px, MapLibre’s of 512 px [CONST-2]', () => {
  expect([mapLibreZoom(MIN_ZOOM), mapLibreZoom(MAX_ZOOM)]).toEqual([3, 15]);
});

test.each([
  [-101, 4],
  [-100, 4],
  [-99, 3],
  [99, 3],
  [100, 2],
  [0, 3],
])('after a swipe of %d px from card 3, card %d is in front [MAP-8, CONST-9]', (px, expected) => {
  expect(indexAfterSwipe(3, px, 9)).toBe(expected);
});

test('cards take half a second to change places [MAP-8, CONST-9]', () => {
  const sheet = readFileSync(join(import.meta.dirname, 'cards/CardSlider.module.css'), 'utf8');
  expect(sheet).toMatch(/transition: transform 0\.5s /);
});

test('a swipe beyond the first or the last card does nothing [MAP-8]', () => {
  expect([indexAfterSwipe(0, 300, 9), indexAfterSwipe(8, -300, 9)]).toEqual([0, 8]);
});

test('a pin is free if a charger is available, busy if chargers are only online, offline otherwise [MAP-12]', () => {
  expect([
    pinState({ status: 1, online_charger: 2 }),
    pinState({ status: 0, online_charger: 1 }),
    pinState({ status: 0, online_charger: 0 }),
    pinState({ status: 0 }),
    pinState({ status: 1, online_charger: 2, open_now: false }),
  ]).toEqual(['free', 'busy', 'offline', 'offline', 'offline']);
});

test('every station is a marker with its state, and the chosen one has its own pin [MAP-2]', () => {
  const { features } = drawnFeatures(
    {
      stations: [
        stationAt('a', 12, 77),
        stationAt('b', 13, 78, { active_charger: 0, status: 0 }),
        stationAt('c', 14, 79),
      ],
      clusters: [],
    },
    'c',
  );
  expect(features.map(({ properties, geometry }) => [properties, geometry.coordinates])).toEqual([
    [{ id: 'a', state: 'free' }, [77, 12]],
    [{ id: 'b', state: 'busy' }, [78, 13]],
  ]);
  expect(new Set(features.map(({ id }) => id)).size).toBe(2);
});

test('near stations form clusters, and at the closest zoom every station is a pin [LOADER-4, MAP-2]', () => {
  const stations = [stationAt('a', 12.97, 77.59), stationAt('b', 12.9701, 77.5901), stationAt('c', 13, 77.6)];
  const index = clustered(stationFeatures(stations));
  const view = { west: 77, south: 12, east: 78, north: 14 };
  const kindsAt = (zoom: number) =>
    marksIn(index, { ...view, mapLibreZoom: mapLibreZoom(zoom) }).map(({ kind }) => kind);
  expect(kindsAt(10)).toEqual(['cluster']);
  expect(kindsAt(MAX_ZOOM)).toEqual(['pin', 'pin', 'pin']);
});

test('a pin that was moved aside is drawn at its new place, and a station without the driver’s plug as one that does not fit', () => {
  const place = { latitude: 12, longitude: 77 };
  const drawnAt = { latitude: 12.1, longitude: 77.1 };
  const counts = { free: 1, busy: 0, offline: 1, total: 2 };
  const single = { free: 0, busy: 0, offline: 1, total: 1 };
  const spot = { x: 0, y: 0 };
  const { features } = markFeatures([
    { mark: { kind: 'pin', id: 'a', state: 'free', isUnfit: true, place }, spot, isAside: true, drawnAt },
    { mark: { kind: 'cluster', counts, closer: 7, place }, spot, isAside: false, drawnAt: place },
    { mark: { kind: 'cluster', counts: single, closer: undefined, place }, spot, isAside: false, drawnAt: place },
  ]);
  expect(features.map(({ properties, geometry }) => [properties, geometry.coordinates])).toEqual([
    [{ id: 'a', look: 'unfit', size: 1, rank: 2 }, [77.1, 12.1]],
    [{ ...counts, closer: 7 }, [77, 12]],
    // The server counts it, and it is drawn as the station that it is.
    [{ look: 'offline', size: 0.84, rank: 3 }, [77, 12]],
  ]);
});

test('a station that is not public is drawn as such, free or not, single, placed or chosen [MAP-22]', () => {
  const captive = stationAt('a', 12, 77, { visibility: 'captive' });
  const data = stationFeatures([captive, stationAt('b', 30, 77)]);
  expect(data.features.map(({ properties }) => properties?.['captive'])).toEqual([true, undefined]);
  const seen = { west: 60, south: 0, east: 100, north: 40, mapLibreZoom: 8 };
  const marks = marksIn(clustered(data), seen);
  expect(marks.map((mark) => mark.kind === 'pin' && [mark.id, mark.isCaptive])).toEqual([
    ['a', true],
    ['b', undefined],
  ]);
  const spot = { x: 0, y: 0 };
  const { features } = markFeatures(marks.map((mark) => ({ mark, spot, isAside: false, drawnAt: mark.place })));
  expect(features.map(({ properties }) => properties?.['look'])).toEqual(['captive', 'free']);
  expect([pinLook(captive, undefined), pinLook(stationAt('b', 30, 77), undefined)]).toEqual(['captive', 'free']);
  for (const scheme of ['light', 'dark'] as const) {
    expect(chosenPicture('captive', scheme)).not.toBe(pinPicture('captive', scheme));
    expect(
      new Set((['free', 'busy', 'offline', 'captive'] as const).map((look) => pinPicture(look, scheme))).size,
    ).toBe(4);
  }
});

test('a cluster from the server counts as all its stations', () => {
  const { features } = clusterFeatures([{ latitude: 12, longitude: 77, free: 2, busy: 1, offline: 7 }]);
  expect(features[0]?.properties).toEqual({ free: 2, busy: 1, offline: 7, total: 10 });
});

test('a window is requested by the edges of tiles, so that small moves request nothing', () => {
  const view = { west: 77.53, south: 12.9, east: 77.68, north: 13.1, zoom: 11.4 };
  const asked = snapped(view);
  expect(asked.zoom).toBe(11);
  expect(asked.west).toBeLessThanOrEqual(view.west);
  expect(asked.north).toBeGreaterThanOrEqual(view.north);
  expect(snapped({ ...view, west: view.west + 0.01, zoom: 11.9 })).toEqual(asked);
});

test('an answer knows every station up to the nearest edge of its window, and beside clusters up to its farthest station', () => {
  const window = { west: 77, south: 12, east: 78, north: 13, zoom: 12 };
  const middle = { latitude: 12.5, longitude: 77.5 };
  const answer = { properties: [stationAt('near', 12.5, 77.5), stationAt('far', 12.6, 77.5)] };
  expect(knownKm(middle, { answer, window })).toBeCloseTo(54.3, 0);
  expect(knownKm({ ...middle, latitude: 12.9 }, { answer, window })).toBeCloseTo(11.1, 1);
  expect(knownKm({ ...middle, latitude: 13.1 }, { answer, window })).toBe(0);
  const clustered = { ...answer, clusters: [] };
  expect(knownKm(middle, { answer: clustered, window })).toBeCloseTo(11.1, 1);
  expect(knownKm({ ...middle, latitude: 12.53 }, { answer: clustered, window })).toBeCloseTo(7.8, 1);
  expect(knownKm({ ...middle, latitude: 12.7 }, { answer: clustered, window })).toBe(0);
});

test('with a known position the front card is the nearest usable station, however near the others are [MAP-7]', () => {
  const here = { latitude: 12, longitude: 77 };
  const plug = (type: string, free: number) => ({ plugs: [{ type, total: 1, free }] });
  const [taken, other] = [stationAt('taken', 12, 77, plug('CCS2', 0)), stationAt('other', 12.1, 77, plug('Type 2', 1))];
  const [free, further] = [
    stationAt('free', 12.2, 77, plug('CCS2', 1)),
    stationAt('further', 12.3, 77, plug('CCS2', 1)),
  ];
  const all = [further, free, other, taken];
  const order = (types: string[], count = 9) => bestNearest(all, types, here, count).map(({ id }) => id);
  expect(order(['CCS2'])).toEqual(['free', 'further', 'taken', 'other']);
  // Usable stations get cards even if nearer ones would fill all places.
  expect(order(['CCS2'], 2)).toEqual(['free', 'further']);
  expect(order(['CHAdeMO'], 2)).toEqual(['taken', 'other']);
});

test('a dozen closed stations nearby do not keep a free one behind them from the front; outside the map it stays behind [MAP-7]', () => {
  const here = { latitude: 12, longitude: 77 };
  const plugs = [{ type: 'CCS2', total: 1, free: 1 }];
  const closed = Array.from({ length: 45 }, (_, index) =>
    stationAt(`closed ${index}`, 12 + index / 1000, 77, { plugs, open_now: false }),
  );
  const free = stationAt('free', 12.06, 77, { plugs });
  const view = { middle: here, mapLibreZoom: 11, west: 76.9, south: 11.9, east: 77.1, north: 12.1 };
  const fronts = (shown: typeof view) =>
    bestNearest([...closed, free], ['CCS2'], here, 40, shown)
      .slice(0, 2)
      .map(({ id }) => id);
  expect(fronts(view)).toEqual(['free', 'closed 0']);
  expect(fronts({ ...view, north: 12.05 })).toEqual(['closed 0', 'closed 1']);
});

test('behind a chosen pin the most usable stations come first, sorted by distance from it [MAP-7]', () => {
  const plug = (type: string, free: number) => ({ plugs: [{ type, total: 1, free }] });
  const picked = stationAt('picked', 12, 77, plug('CCS2', 0));
  const all = [
    stationAt('unfit', 12.1, 77, plug('Type 2', 1)),
    stationAt('taken', 12.2, 77, plug('CCS2', 0)),
    stationAt('further', 12.4, 77, plug('CCS2', 1)),
    picked,
    stationAt('free', 12.3, 77, plug('CCS2', 1)),
  ];
  const order = (count: number) => pickedFirst(all, ['CCS2'], picked, count).map(({ id }) => id);
  expect(order(9)).toEqual(['picked', 'free', 'further', 'taken', 'unfit']);
  expect(order(2)).toHaveLength(2);
});

test('a locality is drawn at its longitude and latitude, its name where there is room for it', () => {
  const [label] = labelsFor([], [{ name: 'Indiranagar', spot: { x: 100, y: 100 }, size: 13 }], []);
  const places: [string, number, number][] = [
    ['Indiranagar', 12.97, 77.64],
    ['Domlur', 12.96, 77.64],
  ];
  const { features } = localityFeatures(places, label ? [label] : []);
  expect(features).toEqual([
    {
      type: 'Feature',
      properties: { name: 'Indiranagar', anchor: 'center' },
      geometry: { type: 'Point', coordinates: [77.64, 12.97] },
    },
  ]);
});

test('cards are those of the stations nearest to the middle, nearest first [MAP-7]', () => {
  const stations = [
    stationAt('far', 20, 80),
    stationAt('near', 12.98, 77.64),
    stationAt('here', 12.97, 77.64),
    stationAt('east', 12.97, 77.66),
  ];
  expect(nearest(stations, { latitude: 12.97, longitude: 77.64 }, 3).map(({ id }) => id)).toEqual([
    'here',
    'near',
    'east',
  ]);
});

test('a degree of longitude is shorter in the north, and the order takes that into account [MAP-7]', () => {
  const stations = [stationAt('north', 34.9, 75), stationAt('east', 34, 76)];
  expect(nearest(stations, { latitude: 34, longitude: 75 }, 1)[0]?.id).toBe('east');
});

test('what the map shows is counted within its edges [MAP-2]', () => {
  const view = { middle: { latitude: 12, longitude: 77 }, mapLibreZoom: 10, west: 76, south: 11, east: 78, north: 13 };
  expect([
    isIn(view, stationAt('a', 12, 77)),
    isIn(view, stationAt('b', 12, 78.1)),
    isIn(view, stationAt('c', 10.9, 77)),
  ]).toEqual([true, false, false]);
});

test('marks under the chosen pin are moved apart and away from it [MAP-19]', () => {
  const head = { x: 100, y: 100 };
  const moved = spiderfy(head, [
    { x: 100, y: 100 },
    { x: 103, y: 101 },
    { x: 104, y: 101 },
    { x: 80, y: 120 },
  ]);
  const distance = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y);
  expect(moved).toHaveLength(4);
  for (const [index, spot] of moved.entries()) {
    expect(distance(spot, head)).toBeGreaterThan(55);
    for (const other of moved.slice(index + 1)) expect(distance(spot, other)).toBeGreaterThan(45);
  }
});

describe('the way to the driver comes no nearer than shows the stations around', () => {
  const here = { latitude: 12.97, longitude: 77.64 };
  const corner = { width: 64, height: 112 };
  const free = { width: 390, height: 500, corner };
  const zoom = (...alsoSeen: (typeof here)[]) => zoomToSee({ place: here, mapLibreZoom: 13, alsoSeen }, free);

  test('a place within the view changes nothing', () => {
    expect(zoom()).toBe(13);
    expect(zoom({ latitude: 12.975, longitude: 77.64 })).toBe(13);
  });

  test('a place beyond the edge comes to it', () => {
    // A degree of longitude is 11,651 px at this zoom, and 159 px are free beside the driver for half a pin.
    expect(zoom({ latitude: 12.97, longitude: 77.64 + (2 * 159) / 11_650.84 })).toBeCloseTo(12, 3);
  });

  test('a pin to the north has its whole height below the search', () => {
    const px = 11_955;
    expect(zoom({ ...here, latitude: 12.97 + 170 / px })).toBe(13);
    // Of 250 px above the driver a pin takes 78.
    expect(zoom({ ...here, latitude: 12.97 + 200 / px })).toBeCloseTo(13 - Math.log2(200 / 172), 2);
    expect(zoom({ ...here, latitude: 12.97 - 200 / px })).toBe(13);
  });

  test('a place under the round buttons in the lower right corner comes beside or above them', () => {
    const [east, south] = [140 / 11_650.84, 180 / 11_955];
    const under = { latitude: 12.97 - south, longitude: 77.64 + east };
    // 130 px are free below the driver, above the buttons.
    expect(zoom(under)).toBeCloseTo(13 - Math.log2(180 / 130), 2);
    expect(zoom({ ...under, longitude: 77.64 - east })).toBe(13);
  });

  test('but the map shows at most a town, and for the first of them somewhat more', () => {
    const far = { latitude: 12.97, longitude: 79 };
    expect(zoom(here, far)).toBe(mapLibreZoom(11));
    expect(zoom(far)).toBe(mapLibreZoom(10));
  });

  test('a map that is covered nearly all over keeps the zoom', () => {
    const far = { latitude: 12.97, longitude: 79 };
    expect(zoomToSee({ place: here, mapLibreZoom: 13, alsoSeen: [far] }, { ...free, height: 16 })).toBe(13);
  });

  test('a low window, as on a phone held sideways, brings the nearest station into view too', () => {
    const low = { width: 800, height: 120, corner: { width: 212, height: 72 } };
    const [east, north] = [500 / 11_650.84, 60 / 11_955];
    const seen = (place: typeof here) => zoomToSee({ place: here, mapLibreZoom: 13, alsoSeen: [place] }, low);
    // 364 px are free to the right of the driver. The tip of a pin is at most 30 px above.
    expect(seen({ ...here, longitude: 77.64 + east })).toBeCloseTo(13 - Math.log2(500 / 364), 2);
    expect(seen({ ...here, latitude: 12.97 + north })).toBeCloseTo(12, 2);
  });
});
