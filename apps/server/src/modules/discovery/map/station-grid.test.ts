import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contains } from '@bijli/contract/geo';
import { StationColumns } from '../list/station-columns.ts';
import { StationGrid } from './station-grid.ts';

const STATES = ['free', 'busy', 'offline'] as const;
const degrees = (min: number, max: number) => fc.integer({ min: min * 1000, max: max * 1000 }).map((n) => n / 1000);
const placed = fc.record({
  station: fc.record({ latitude: degrees(6, 37), longitude: degrees(68, 98) }),
  state: fc.constantFrom(...STATES),
});
const windows = fc.tuple(degrees(5, 38), degrees(5, 38), degrees(66, 99), degrees(66, 99)).map(([a, b, c, d]) => ({
  south: Math.min(a, b),
  north: Math.max(a, b),
  west: Math.min(c, d),
  east: Math.max(c, d),
}));
const NOWHERE = { latitude: 90, longitude: 180 };
const INDIA = { west: 66, south: 5, east: 99, north: 38 };

type PlacedStation = { station: { latitude: number; longitude: number }; state: (typeof STATES)[number] };

function gridOf(all: readonly PlacedStation[]): StationGrid {
  const columns = new StationColumns();
  for (const { station, state } of all) columns.setState(columns.add(station.latitude, station.longitude), state);
  return new StationGrid(columns);
}
const numbersOf = (all: readonly PlacedStation[]) => [...all.keys()];

test('a window contains exactly the stations inside it, wherever it is [MAP-2]', () => {
  fc.assert(
    fc.property(fc.array(placed, { maxLength: 60, size: 'max' }), windows, (all, window) => {
      const found = gridOf(all).inside(window);
      const inside = numbersOf(all).filter((number) => contains(window, all[number]?.station ?? NOWHERE));
      expect(found.toSorted((a, b) => a - b)).toEqual(inside);
      expect(gridOf(all).inside(window, 3).length).toBe(Math.min(4, inside.length));
    }),
  );
});

test('clusters count every station once with its state, at every zoom', () => {
  fc.assert(
    fc.property(fc.array(placed, { maxLength: 60, size: 'max' }), fc.integer({ min: 0, max: 16 }), (all, zoom) => {
      const grid = gridOf(all);
      const clusters = grid.clusters(INDIA, zoom);
      const inOrder = (some: typeof clusters) =>
        some.map(({ free, busy, offline }) => [free, busy, offline].join()).toSorted();
      expect(inOrder(grid.clustersOf(numbersOf(all), { window: INDIA, zoom, isFree: () => true }))).toEqual(
        inOrder(clusters),
      );
      for (const state of STATES) {
        const counted = clusters.reduce((sum, cluster) => sum + cluster[state], 0);
        expect(counted).toBe(all.filter((one) => one.state === state).length);
      }
    }),
  );
});

test('a window wider than any screen does not get a cluster for every station, whatever its zoom', () => {
  const all = Array.from({ length: 40_000 }, (_, index) => ({
    station: { latitude: 8 + (index % 200) * 0.14, longitude: 69 + Math.floor(index / 200) * 0.14 },
    state: 'busy' as const,
  }));
  const grid = gridOf(all);
  const everywhere = { west: -180, south: -90, east: 180, north: 90 };
  for (const clusters of [
    grid.clusters(everywhere, 22),
    grid.clustersOf(numbersOf(all), { window: everywhere, zoom: 22, isFree: () => true }),
  ]) {
    expect(clusters.length).toBeLessThan(200);
    expect(clusters.reduce((sum, { busy }) => sum + busy, 0)).toBe(40_000);
  }
  expect(grid.clusters({ west: 76, south: 11, east: 78, north: 13 }, 12).length).toBeGreaterThan(150);
});

test('a station that changes is counted with its new state, beside others at the same place', () => {
  const columns = new StationColumns();
  for (let number = 0; number < 3; number += 1) columns.add(12.97, 77.64);
  const grid = new StationGrid(columns);
  grid.changeState(1, 'offline', 'free');
  columns.setState(1, 'free');
  expect(grid.clusters(INDIA, 4)).toEqual([{ latitude: 12.97, longitude: 77.64, free: 1, busy: 0, offline: 2 }]);
  expect(grid.best(INDIA, 1)).toEqual([1]);
  grid.changeState(1, 'free', 'busy');
  columns.setState(1, 'busy');
  expect(grid.clusters(INDIA, 4)).toEqual([{ latitude: 12.97, longitude: 77.64, free: 0, busy: 1, offline: 2 }]);
});

test('stations that are not for everybody are in no cluster, and come after all free ones for cards', () => {
  const columns = new StationColumns();
  for (let number = 0; number < 3; number += 1) columns.add(12 + number / 100, 77);
  columns.add(30, 77);
  for (const captive of [0, 1, 3]) columns.setCaptive(captive);
  columns.setState(0, 'free');
  columns.setClosed(0, true);
  columns.setClosed(0, false);
  const grid = new StationGrid(columns);
  expect([columns.stateOf(0), columns.isCaptive(0), columns.isCaptive(2)]).toEqual(['free', true, false]);
  expect(grid.clusters(INDIA, 4)).toEqual([{ latitude: 12.02, longitude: 77, free: 0, busy: 0, offline: 1 }]);
  grid.changeState(1, 'offline', 'free');
  columns.setState(1, 'free');
  grid.changeState(2, 'offline', 'free');
  columns.setState(2, 'free');
  expect(grid.clusters(INDIA, 4)).toEqual([{ latitude: 12.02, longitude: 77, free: 1, busy: 0, offline: 0 }]);
  expect(grid.best(INDIA, 4)[0]).toBe(2);
  expect(grid.best(INDIA, 4).toSorted()).toEqual([0, 1, 2, 3]);
  expect(grid.bestOf([0, 2], { window: INDIA, count: 2, isFree: (station) => columns.isFree(station) })).toEqual([
    2, 0,
  ]);
});

test('the best stations of a window are the free ones nearest to its middle, then the nearest others', () => {
  const at = (latitude: number, state: (typeof STATES)[number]) => ({ station: { latitude, longitude: 77 }, state });
  const grid = gridOf([at(14, 'free'), at(30, 'free'), at(12.5, 'busy'), at(12, 'offline')]);
  const [far, , near, middle] = [0, 1, 2, 3];
  const window = { west: 76, south: 9, east: 78, north: 15 };
  expect(grid.best(window, 2)).toEqual([far, middle]);
  expect(grid.best(window, 9)).toEqual([far, middle, near]);
  expect(grid.bestOf([near, far], { window, count: 9, isFree: (station) => station === far })).toEqual([far, near]);
});

test('the nearest stations are found square by square as if every one had been compared', () => {
  fc.assert(
    fc.property(fc.array(placed, { maxLength: 200, size: 'max' }), windows, (all, window) => {
      const far = ({ station }: PlacedStation) =>
        (station.latitude - (window.south + window.north) / 2) ** 2 +
        ((station.longitude - (window.west + window.east) / 2) *
          Math.cos(((window.south + window.north) * Math.PI) / 360)) **
          2;
      const inside = all.filter(({ station }) => contains(window, station));
      const nearest = [true, false].flatMap((isFree) =>
        inside.filter(({ state }) => (state === 'free') === isFree).toSorted((a, b) => far(a) - far(b)),
      );
      const looks = (one: PlacedStation | undefined) => one && [one.state === 'free', far(one).toFixed(9)].join();
      expect(
        gridOf(all)
          .best(window, 5)
          .map((number) => looks(all[number])),
      ).toEqual(nearest.slice(0, 5).map(looks));
    }),
  );
});
