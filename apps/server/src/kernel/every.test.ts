import { setImmediate as immediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TestClock } from './clock.ts';
import { MINUTE_MS } from './durations.ts';
import { every } from './every.ts';
import { createLog } from './log.ts';

test('repeated failures are logged at first, once an hour, and when the task succeeds again', async () => {
  const clock = new TestClock('2026-11-20T10:00:00Z');
  const lines: object[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  let done = 0;
  let isAway = false;
  const task = async () => {
    if (isAway) throw new Error('nobody is there');
    done += 1;
  };
  const stop = every(task, { everyMs: 1000, clock, log, name: 'shop.sends', failedMessage: 'nothing was sent' });
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 1000) {
      clock.advance(1000);
      await immediate();
    }
  };
  await pass(MINUTE_MS);
  isAway = true;
  await pass(MINUTE_MS);
  const first = { job: 'shop.sends', msg: 'nothing was sent', error: { message: 'nobody is there' } };
  expect(lines).toMatchObject([first]);
  isAway = false;
  await pass(MINUTE_MS);
  const again = {
    event: 'job.succeeds_again',
    job: 'shop.sends',
    failed: 'nothing was sent',
    failures: 60,
    forMs: MINUTE_MS,
  };
  expect(lines).toMatchObject([first, again]);
  expect(done).toBe(120);
  isAway = true;
  await pass(90 * MINUTE_MS);
  expect(lines.slice(2)).toMatchObject([first, { ...first, failures: 3601 }]);
  await stop();
});

test('a task that starts at once also repeats at its interval, and never runs after its end', async () => {
  const clock = new TestClock('2026-11-20T10:00:00Z');
  let runs = 0;
  const task = async () => void (runs += 1);
  const repeating = {
    everyMs: MINUTE_MS,
    clock,
    log: createLog('silent'),
    name: 'shop.sends',
    failedMessage: 'nothing was sent',
  };
  const stop = every(task, { ...repeating, startsAtOnce: true });
  expect(runs).toBe(1);
  await immediate();
  clock.advance(MINUTE_MS - 1);
  expect(runs).toBe(1);
  clock.advance(1);
  expect(runs).toBe(2);
  await stop();
  clock.advance(2 * MINUTE_MS);
  expect(runs).toBe(2);
});
