import { expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import { timeLeftMs, timeLeftInWords } from './migration-steps.ts';

const GB = 1_000_000_000;
const steps = [0, 6 * GB, 3 * GB].map((bytes, index) => ({ migration: `000${index}`, bytes }));

test('the time of a migration is estimated from the size of its tables, and then from the earlier steps', () => {
  expect(timeLeftMs(steps, 0, 0)).toBeCloseTo(3 * MINUTE_MS, -4);
  // Nothing was read yet, so nothing was learned.
  expect(timeLeftMs(steps, 1, 10)).toBeCloseTo(3 * MINUTE_MS, -4);
  expect(timeLeftMs(steps, 2, 10 * MINUTE_MS)).toBeCloseTo(5 * MINUTE_MS, -4);
  expect(timeLeftMs(steps, 3, 15 * MINUTE_MS)).toBe(0);
});

test.each([
  [9 * SECOND_MS, ''],
  [30 * SECOND_MS, ', less than a minute more'],
  [MINUTE_MS, ', about 1 minute more'],
  [90 * SECOND_MS, ', about 2 minutes more'],
])('%d ms are shown as "%s"', (leftMs, words) => {
  expect(timeLeftInWords(leftMs)).toBe(words);
});
