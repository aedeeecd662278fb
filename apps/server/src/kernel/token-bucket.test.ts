import { expect, test } from 'vitest';
import { TestClock } from './clock.ts';
import { TokenBucket, TokenBuckets } from './token-bucket.ts';

const passed = (bucket: TokenBucket): number => {
  let count = 0;
  while (bucket.take()) count += 1;
  return count;
};

test('a burst passes at once, then only the rate, and never more than a burst after a quiet time', () => {
  const clock = new TestClock('2026-11-20T10:00:00Z');
  const bucket = new TokenBucket({ burst: 10, perSecond: 2 }, clock);
  expect(passed(bucket)).toBe(10);
  clock.advance(1500);
  expect(passed(bucket)).toBe(3);
  clock.advance(3_600_000);
  expect(passed(bucket)).toBe(10);
});

test('returned tokens can be used again, and spent ones must be waited for', () => {
  const clock = new TestClock('2026-11-20T10:00:00Z');
  const bucket = new TokenBucket({ burst: 3, perSecond: 1 }, clock);
  passed(bucket);
  bucket.returnToken();
  expect(passed(bucket)).toBe(1);
  clock.advance(3000);
  bucket.spend(5);
  expect(passed(bucket)).toBe(0);
  clock.advance(1000);
  expect(passed(bucket)).toBe(1);
});

test.each([
  ['what is owed is made good before anything passes', 8, 3],
  ['never more is owed than may come at once', 1_000_000, 5],
])('%s', (_rule, overdrawn, seconds) => {
  const clock = new TestClock('2026-11-20T10:00:00Z');
  const bucket = new TokenBucket({ burst: 5, perSecond: 1 }, clock);
  bucket.overdraw(overdrawn);
  clock.advance(seconds * 1000);
  expect(passed(bucket)).toBe(0);
  clock.advance(2000);
  expect(passed(bucket)).toBe(2);
});

test('keys are counted separately, and the number of kept keys is limited', () => {
  const clock = new TestClock('2026-11-20T10:00:00Z');
  const buckets = new TokenBuckets<string>({ burst: 1, perSecond: 0 }, clock, 2);
  expect([buckets.of('a').take(), buckets.of('a').take(), buckets.of('b').take()]).toEqual([true, false, true]);
  buckets.of('c').take();
  expect(buckets.of('a').take()).toBe(true);
});
