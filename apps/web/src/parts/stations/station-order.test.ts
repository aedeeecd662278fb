import { expect, test } from 'vitest';
import { station, NOTHING_FREE } from '../../testing/station.ts';
import {
  bestMatchFirst,
  bestUseFirst,
  canRecommend,
  nearestFirst,
  sortedBy,
  stableOrder,
  stationUse,
} from './station-order.ts';

const here = { latitude: 12.97, longitude: 77.59 };
const near = station('Near', { latitude: 12.98 });
const far = station('Far', { latitude: 19 });

test('with a known position the nearest comes first, without one those that are available to anybody', () => {
  expect(nearestFirst([far, near], here)).toEqual([near, far]);
  const closed = station('Closed', NOTHING_FREE);
  expect(nearestFirst([closed, far, near], undefined)).toEqual([far, near, closed]);
  const depot = station('Depot', { visibility: 'captive' });
  expect(nearestFirst([depot, closed, far], undefined)).toEqual([far, closed, depot]);
});

test('stations stay in their place while their availability changes, and are sorted again when others arrive', () => {
  const sort = stableOrder(nearestFirst);
  expect(sort([near, far], undefined)).toEqual([near, far]);
  const busy = { ...near, ...NOTHING_FREE };
  expect(sort([busy, far], undefined)).toEqual([busy, far]);
  expect(sort([busy, far, station('New')], undefined).at(-1)).toBe(busy);
  expect(sort([far, near], here)).toEqual([near, far]);
});

test('of search results those whose name has the text come first, in each group the free ones, by distance', () => {
  const hub = station('Indiranagar Hub', { latitude: 13.5 });
  const point = station('Indiranagar Point', { latitude: 12.98 });
  expect(bestMatchFirst([near, hub, point], 'indira', here)).toEqual([point, hub, near]);
  expect(bestMatchFirst([near, hub, point], 'indira', undefined)).toEqual([near, hub, point]);
  // Who looks for a place wants to charge there now.
  const closed = station('Indiranagar Yard', { ...NOTHING_FREE, latitude: 12.975 });
  expect(bestMatchFirst([closed, near, hub], 'indira', here)).toEqual([hub, closed, near]);
});

test('a station is usable if a plug that fits is free and the place is open', () => {
  const plugs = [
    { type: 'CCS2', total: 2, free: 0 },
    { type: 'Type 2', total: 1, free: 1 },
  ];
  const hub = station('Hub', { plugs });
  expect([undefined, ['Type 2'], ['CCS2'], ['CHAdeMO']].map((types) => stationUse(hub, types))).toEqual([
    'free',
    'free',
    'noneFree',
    'unfit',
  ]);
  expect(stationUse({ ...hub, open_now: false }, undefined)).toBe('noneFree');
  expect(bestUseFirst([station('Closed', NOTHING_FREE), hub, near], undefined)).toEqual([
    hub,
    near,
    station('Closed', NOTHING_FREE),
  ]);
});

test('a station that is not public comes after all public ones with the plug, and is not recommended', () => {
  const depot = station('Depot', { visibility: 'captive' });
  const closed = station('Closed', NOTHING_FREE);
  expect(bestUseFirst([depot, near, closed], undefined)).toEqual([near, closed, depot]);
  expect([near, depot, closed].map((one) => canRecommend(one, undefined))).toEqual([true, false, false]);
});

test('the fastest for a car goes by what the car takes, and the near come before those beyond a detour', () => {
  const vehicle = { types: ['CCS2'], acPower: 7, dcPower: 60 };
  const offering = (power: number, price: number) => ({ plugs: [{ type: 'CCS2', power, price, total: 1, free: 1 }] });
  const stations = [
    station('Close', { latitude: 12.98, ...offering(60, 22) }),
    station('Strong', { latitude: 13.02, ...offering(240, 20) }),
    station('Slow', { latitude: 13, ...offering(30, 25) }),
    station('Far', { latitude: 19, ...offering(240, 1) }),
  ];
  const names = (sort: 'cheapest' | 'fastest') =>
    sortedBy(nearestFirst(stations, here), { sort, from: here, vehicle }).map((one) => one.property_name);
  expect(names('fastest')).toEqual(['Close', 'Strong', 'Slow', 'Far']);
  expect(names('cheapest')).toEqual(['Strong', 'Close', 'Slow', 'Far']);
});
