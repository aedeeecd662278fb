import underPressure from '@fastify/under-pressure';
import type { LimitClass } from '@bijli/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import type { SampledLog } from '#kernel/log-sampler.ts';
import { answerAway } from './away.ts';

/** Mean delay of the event loop over a second. Every call then waits about as long: the server has more to do than it can. */
const MAX_DELAY_MS = 1_000;
/** What is refused meanwhile. Who signs in, pays, starts or stops is served, and so are webhooks and health probes. */
const SHED: ReadonlySet<LimitClass | undefined> = new Set(['read', 'page', 'file']);

/** Answers reads with 503 and Retry-After while the server is overloaded, so that it catches up. */
export async function shedReads(app: FastifyInstance, say: SampledLog): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_DELAY_MS,
    pressureHandler(request, reply, _type, delayMs) {
      if (!SHED.has(request.routeOptions.config.limit)) return;
      const message = 'the event loop is late: reads are answered with 503';
      say('warn', { event: 'http.overloaded', message, facts: { delayMs: Math.round(delayMs ?? 0) } });
      answerAway(request, reply);
    },
  });
}
