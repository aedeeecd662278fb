import { expect, test } from 'vitest';
import { isSuspended, takenAtMs, reportedMinutesToFull } from './live-figures.ts';

test.each([
  [0, 197],
  [20, 157],
  [50, 97],
  [80, 37],
  [90, 17],
  [95, 8],
  [100, 0],
])('at %d %% there are %d minutes left [CHARGE-11, CONST-8, ENTITY-12]', (soc, minutes) => {
  expect(reportedMinutesToFull({ soc })).toBe(minutes);
});

test('without a state of charge there is no time remaining [CHARGE-9]', () => {
  expect(reportedMinutesToFull({ soc: null })).toBeUndefined();
});

test('only SuspendedEV and SuspendedEVSE are pauses [CHARGE-13]', () => {
  expect(['SuspendedEV', 'SuspendedEVSE', 'Charging', 'Preparing', undefined].map(isSuspended)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('the age of a first reading is believed unless a clock must be wrong', () => {
  const now = Date.parse('2026-11-20T08:36:10Z');
  expect(takenAtMs('2026-11-20T08:36:00Z', now)).toBe(now - 10_000);
  expect(takenAtMs('2026-11-20T08:36:30Z', now)).toBe(now);
  expect(takenAtMs('1970-01-01T00:00:00Z', now)).toBe(now);
});
