import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { createDelayedRefusals } from '#kernel/delayed-refusals.ts';
import { createUpgrades } from './upgrades.ts';

const clock = new TestClock('2026-11-20T10:00:00Z');

test.each(['/ocpp/CP-1', 'ws://central.example/ocpp/CP-1', 'HTTP://central.example:80/ocpp/CP-1'])(
  'a request for %s goes to the server of its path, with the target as it came',
  (url) => {
    const taken: unknown[] = [];
    const upgrade = createUpgrades({
      paths: { '/ocpp/': { take: (request) => void taken.push(request.url) } },
      addressOf: () => '203.0.113.1',
      perMinute: 10,
      refusals: createDelayedRefusals(clock, () => false),
      isDraining: () => false,
      clock,
      logSampled: () => undefined,
    });
    upgrade({ url } as IncomingMessage, new PassThrough(), Buffer.alloc(0));
    expect(taken).toEqual([url]);
  },
);
