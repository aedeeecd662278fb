import { afterEach, expect, test, vi } from 'vitest';
import { locate } from './position.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a question about the place that is never answered counts as a place that was not found', async () => {
  vi.useFakeTimers();
  const asked: PositionCallback[] = [];
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition: (found: PositionCallback) => asked.push(found) } });
  const place = locate();
  vi.advanceTimersByTime(30_000);
  expect(await place).toBe('notFound');
  const coords = { latitude: 12.97, longitude: 77.59 } as GeolocationCoordinates;
  const again = locate();
  asked[1]?.({ coords } as GeolocationPosition);
  expect(await again).toEqual({ latitude: 12.97, longitude: 77.59 });
  expect(vi.getTimerCount()).toBe(0);
});
