import { afterEach, expect, test, vi } from 'vitest';
import { locate } from './position.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an unanswered request for the position counts as timed out; the device’s failures say which they are', async () => {
  vi.useFakeTimers();
  const asked: PositionCallback[] = [];
  const refusals: ((why: Partial<GeolocationPositionError>) => void)[] = [];
  const getCurrentPosition = (found: PositionCallback, refused: (typeof refusals)[number]) => {
    asked.push(found);
    refusals.push(refused);
  };
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } });
  const place = locate();
  vi.advanceTimersByTime(15_000);
  expect(await place).toBe('timedOut');
  for (const [code, failure] of [
    [1, 'denied'],
    [2, 'unavailable'],
    [3, 'timedOut'],
  ] as const) {
    const failed = locate();
    refusals.at(-1)?.({ code });
    // Each answer belongs to its own question.
    expect(await failed).toBe(failure);
  }
  const coords = { latitude: 12.97, longitude: 77.59, accuracy: 20 } as GeolocationCoordinates;
  const again = locate();
  asked.at(-1)?.({ coords, timestamp: 1000 } as GeolocationPosition);
  const found = { latitude: 12.97, longitude: 77.59, accuracyKm: 0.02, foundAtMs: 1000 };
  expect(await again).toEqual(found);
  // The device finds no position now, so the last known one is used.
  const later = locate();
  refusals.at(-1)?.({ code: 3 });
  expect(await later).toEqual(found);
  expect(vi.getTimerCount()).toBe(0);
});
