import { expect, test } from 'vitest';
import { waitProblems } from './verdict.ts';

const figures = (p99Ms: number, failed = 0) => ({ count: 200, failed, p50Ms: 2, p99Ms });
const seconds = (callsMs: number, framesMs: number, bareMs: number) => ({
  calls: figures(callsMs),
  frames: figures(framesMs),
  bare: figures(bareMs),
});
const quiet = seconds(20, 10, 2);

test.each([
  ['twice as long is allowed', seconds(40, 20, 2), 0.5, 0],
  ['a few milliseconds are noise', seconds(40, 15, 2), 0.5, 0],
  ['more than twice as long is too long', seconds(41, 21, 2), 0.5, 2],
  ['what the bare server waits longer is the machine’s, for two processes', seconds(60, 40, 12), 0.5, 0],
  ['the machine may take no more than the double again', seconds(81, 41, 500), 0.5, 2],
  ['a server that used its core up answers for it', seconds(60, 40, 12), 0.95, 2],
])('%s', (_, attacked, busy, count) => {
  expect(waitProblems({ quiet, attacked, busy })).toHaveLength(count);
});

test('failed calls are problems, also those to the bare server', () => {
  const attacked = { calls: figures(20, 1), frames: figures(10), bare: figures(10_000, 3) };
  expect(waitProblems({ quiet, attacked, busy: 0.5 })).toEqual([
    '3 calls to the bare server failed',
    '1 of 200 honest calls failed',
  ]);
});
