import { pino } from 'pino';
import { expect, test } from 'vitest';
import { TestClock } from './clock.ts';
import { createSampledLog } from './sampled-log.ts';

function sampler() {
  const clock = new TestClock('2026-11-20T10:00:00Z');
  const lines: { event: string; by?: string; n?: number; repeated?: number }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { clock, lines, say: createSampledLog(log, clock) };
}

test('a repeated line is written at first, then once a minute with the number of repeats', () => {
  const { clock, lines, say } = sampler();
  for (let n = 1; n <= 500; n += 1) say('warn', { event: 'ocpp.flood', message: 'it floods', facts: { n }, by: 'one' });
  say('warn', { event: 'ocpp.flood', message: 'it floods', by: 'another' });
  expect(lines).toHaveLength(2);
  clock.advance(60_000);
  expect(lines.slice(2)).toMatchObject([{ event: 'ocpp.flood', n: 500, repeated: 499 }]);
  say('warn', { event: 'ocpp.flood', message: 'it floods', facts: { n: 501 }, by: 'one' });
  clock.advance(60_000);
  expect(lines.slice(3)).toMatchObject([{ n: 501, repeated: 1 }]);
  clock.advance(60_000);
  say('warn', { event: 'ocpp.flood', message: 'it floods', facts: { n: 502 }, by: 'one' });
  expect(lines.slice(4)).toMatchObject([{ n: 502 }]);
  expect(lines.at(-1)).not.toHaveProperty('repeated');
});

test('after a thousand kinds of lines further kinds are counted together, so that they fill no memory and no disk', () => {
  const { clock, lines, say } = sampler();
  for (let n = 0; n < 5000; n += 1) say('info', { event: 'ocpp.flood', message: 'it floods', by: String(n) });
  expect(lines).toHaveLength(1001);
  clock.advance(60_000);
  expect(lines.slice(1001)).toMatchObject([{ repeated: 3999 }]);
});
