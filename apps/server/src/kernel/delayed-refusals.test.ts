import { expect, test } from 'vitest';
import { TestClock } from './clock.ts';
import { createDelayedRefusals } from './delayed-refusals.ts';

const PEER = '203.0.113.1';

test('a caller who is refused again and again waits a second for each refusal, and nobody else does', async () => {
  const clock = new TestClock('2026-11-20T10:00:00Z');
  const { wait } = createDelayedRefusals(clock, () => false);
  for (let nth = 0; nth < 60; nth += 1) expect(await wait('flooder', PEER)).toBe(true);
  let isTold = false;
  const last = wait('flooder', PEER).then((answer) => {
    isTold = true;
    return answer;
  });
  expect(await wait('somebody else', PEER)).toBe(true);
  clock.advance(999);
  await Promise.resolve();
  expect(isTold).toBe(false);
  clock.advance(1);
  expect(await last).toBe(true);
});

test('a limited number of refusals is delayed; the other callers are to be cut off', async () => {
  const clock = new TestClock('2026-11-20T10:00:00Z');
  const { wait } = createDelayedRefusals(clock, () => false);
  const all = Array.from({ length: 2100 }, () => wait('flooder', PEER));
  clock.advance(1000);
  const answers = await Promise.all(all);
  expect(answers.filter((isHeld) => !isHeld)).toHaveLength(40);
  expect(await wait('flooder', PEER)).toBe(true);
});
