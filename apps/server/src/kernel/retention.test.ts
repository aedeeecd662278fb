import { pino } from 'pino';
import { expect, test } from 'vitest';
import { eventually } from '#testing/eventually.ts';
import { TestClock } from './clock.ts';
import { startRetention } from './retention.ts';

const HOUR_MS = 3_600_000;

test('each round comes an hour after the last is over, one that fails keeps nothing waiting, and none comes after the end', async () => {
  const clock = new TestClock('2026-11-20T10:00:00Z');
  let failing = 0;
  let done = 0;
  const tasks = [
    async () => {
      failing += 1;
      throw new Error('no database');
    },
    async () => void (done += 1),
  ];
  const rounds = async (count: number) => {
    await eventually(() => expect([failing, done]).toEqual([count, count]));
    // The next round is planned once this one has ended.
    await new Promise(setImmediate);
  };
  const stop = startRetention(tasks, { clock, log: pino({ level: 'silent' }) });
  await rounds(1);
  clock.advance(HOUR_MS - 1);
  await rounds(1);
  clock.advance(1);
  await rounds(2);
  await stop();
  clock.advance(2 * HOUR_MS);
  await rounds(2);
});
