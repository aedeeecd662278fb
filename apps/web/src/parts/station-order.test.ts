import { expect, test } from 'vitest';
import { station, taken } from '../testing/station.ts';
import { bestFirst, nearestFirst, steadily } from './station-order.ts';

const here = { latitude: 12.97, longitude: 77.59 };
const near = station('Near', { latitude: 12.98 });
const far = station('Far', { latitude: 19 });

test('with a known position the nearest comes first, without one those that are available', () => {
  expect(nearestFirst([far, near], here)).toEqual([near, far]);
  const closed = station('Closed', taken);
  expect(nearestFirst([closed, far, near], undefined)).toEqual([far, near, closed]);
});

test('stations stay where they are while their availability changes, and are sorted anew when others come', () => {
  const sort = steadily();
  expect(sort([near, far], undefined)).toEqual([near, far]);
  const busy = { ...near, ...taken };
  expect(sort([busy, far], undefined)).toEqual([busy, far]);
  expect(sort([busy, far, station('New')], undefined).at(-1)).toBe(busy);
  expect(sort([far, near], here)).toEqual([near, far]);
});

test('of what was found, names that bear the text come first, each group the nearest first', () => {
  const hub = station('Indiranagar Hub', { latitude: 13.5 });
  const point = station('Indiranagar Point', { latitude: 12.98 });
  expect(bestFirst([near, hub, point], 'indira', here)).toEqual([point, hub, near]);
  expect(bestFirst([near, hub, point], 'indira', undefined)).toEqual([near, hub, point]);
});
