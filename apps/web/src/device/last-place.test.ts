import { afterEach, expect, test } from 'vitest';
import { keepLastPlace, lastPlace } from './last-place.ts';

afterEach(() => localStorage.clear());

test('the driver’s last place is stored on this device, to ten metres [MAP-23]', () => {
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
])('an unreadable place is ignored: %s', (entry) => {
  localStorage.setItem('map-place', entry);
  expect(lastPlace()).toBeUndefined();
});
