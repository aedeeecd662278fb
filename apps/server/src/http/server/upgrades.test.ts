import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { createDelayedRefusals } from '#kernel/delayed-refusals.ts';
import { createUpgrades } from './upgrades.ts';

const clock = new TestClock('2026-11-20T10:00:00Z');

function upgradesInto(taken: unknown[]) {
  return createUpgrades({
    paths: { '/ocpp/': { take: (request) => void taken.push(request.url) } },
    addressOf: () => '203.0.113.1',
    perMinute: 10,
    refusals: createDelayedRefusals(clock, () => false),
    isDraining: () => false,
    clock,
    logSampled: () => undefined,
  });
}
const requestOf = (url: string, ...rawHeaders: string[]) => ({ url, rawHeaders }) as IncomingMessage;

test.each(['/ocpp/CP-1', 'ws://central.example/ocpp/CP-1', 'HTTP://central.example:80/ocpp/CP-1'])(
  'a request for %s goes to the server of its path, with the target as it came',
  (url) => {
    const taken: unknown[] = [];
    upgradesInto(taken)(requestOf(url, 'Host', 'host'), new PassThrough(), Buffer.alloc(0));
    expect(taken).toEqual([url]);
  },
);

test('a request with several Host headers goes nowhere', async () => {
  const taken: unknown[] = [];
  const socket = new PassThrough();
  upgradesInto(taken)(requestOf('/ocpp/CP-1', 'Host', 'a', 'HOST', 'b'), socket, Buffer.alloc(0));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  expect(taken).toEqual([]);
});
