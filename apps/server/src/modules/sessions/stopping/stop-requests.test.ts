import { pino } from 'pino';
import { expect, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { createSampledLog } from '#kernel/sampled-log.ts';
import { refuse } from '../sessions.refusals.ts';
import { createStopRequests } from './stop-requests.ts';

test('a charge point that cannot be asked to stop is logged once a minute, whatever it is asked to stop', async () => {
  const clock = new TestClock('2026-11-20T10:00:00Z');
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  const chargePoints = { remoteStop: async () => refuse('charger_offline') };
  const { askInBackground } = createStopRequests(
    { clock, chargePoints, logSampled: createSampledLog(log, clock) },
    () => undefined,
  );
  for (let second = 0; second < 60; second += 10) {
    for (let id = 1000; id < 1050; id += 1) await askInBackground('FAST-1', id);
    clock.advance(10_000);
  }
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'session.stop_not_sent', chargePointId: 'FAST-1' },
    { event: 'session.stop_not_sent', repeated: 299 },
  ]);
});
