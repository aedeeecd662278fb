import { afterEach, expect, test } from 'vitest';
import { keepLastPlace, lastPlace } from './last-place.ts';

afterEach(() => localStorage.clear());

test('the place where the driver was last is kept on this device, to ten metres [MAP-23]', () => {
  expect(lastPlace()).toBeUndefined();
  keepLastPlace({ latitude: 12.971_599, longitude: 77.594_566, mapLibreZoom: 12.345_678 });
  expect(lastPlace()).toEqual({ latitude: 12.9716, longitude: 77.5946, mapLibreZoom: 12.3457 });
});

test.each([
  '{"latitude":12}',
  '{"latitude":"12","longitude":77,"mapLibreZoom":9}',
  '{"latitude":95,"longitude":77,"mapLibreZoom":9}',
  '[',
  'null',
])('a place that cannot be read is none: %s', (entry) => {
  localStorage.setItem('map-place', entry);
  expect(lastPlace()).toBeUndefined();
});
