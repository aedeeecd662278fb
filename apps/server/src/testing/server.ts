import type { FastifyInstance } from 'fastify';
import { proxyMatcher } from '#http/limits/connections.ts';
import { createServer, type ServerOptions } from '#http/server/server.ts';
import { systemClock } from '#kernel/clock.ts';
import { createDelayedRefusals } from '#kernel/delayed-refusals.ts';
import { testLog } from './log.ts';

/** Starts the HTTP server without modules, for tests of what it does itself. */
export function testServer(more: Partial<ServerOptions> = {}): Promise<FastifyInstance> {
  return createServer({
    log: testLog,
    clock: systemClock,
    origins: [],
    publicUrl: 'http://127.0.0.1:3000',
    dealerOrigins: [],
    providerOrigins: { scripts: [], frames: [], calls: [], forms: [] },
    mapOrigins: [],
    trustProxy: false,
    requestsAtOnce: 100_000,
    requestLogPercent: 0,
    floodLimits: { perAddressMinute: 100_000, signInsPerAddressMinute: 100_000 },
    refusals: createDelayedRefusals(more.clock ?? systemClock, proxyMatcher(more.trustProxy ?? false)),
    authenticate: async () => undefined,
    ...more,
  });
}
