import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SECOND_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import type { SampledLog } from '#kernel/sampled-log.ts';
import { beginStep, inStep, type Step } from '#kernel/trace.ts';

/** Longer than any request that waits for no charge point, provider or turn. */
const SLOW_MS = 2 * SECOND_MS;
const ENDS = {
  answered: { event: 'http.answered', message: 'a request was answered' },
  unanswered: { event: 'http.unanswered', message: 'a connection ended before its request was answered' },
} as const;

export interface RequestLogOptions {
  log: Log;
  logSampled: SampledLog;
  /** Percentage of requests that are logged. */
  percent: number;
}

/** A request id that is unique across nodes. The log, the audit and a 500 answer contain it. */
export const newRequestId = (): string => randomUUID();

/**
 * Logs and traces requests by method and route, never with URL, query or body, which may contain secrets. The handler
 * runs in `inRequest`.
 */
export function logRequests(app: FastifyInstance, { log, logSampled, percent }: RequestLogOptions) {
  const steps = new WeakMap<FastifyRequest, Step>();
  const over = new WeakSet<FastifyRequest>();

  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    const step = stepOf(request);
    if (step) steps.set(request, step);
    // A caller that has waited too long hangs up, and no Fastify hook reports that.
    reply.raw.once('close', () => endOnce(request, reply, 'unanswered'));
    done();
  });

  app.addHook('onResponse', (request, reply, done) => {
    endOnce(request, reply, 'answered');
    done();
  });

  function endOnce(request: FastifyRequest, reply: FastifyReply, how: keyof typeof ENDS): void {
    if (over.has(request)) return;
    over.add(request);
    const step = steps.get(request);
    const { statusCode } = reply;
    const failed = how === 'answered' && statusCode >= 500;
    step?.end({
      facts: how === 'answered' ? { 'http.response.status_code': statusCode } : { 'bijli.answered': false },
      ...(failed && { error: new Error(String(statusCode)) }),
    });
    inStep(step, () => logEnd(request, reply, how));
  }

  function logEnd(request: FastifyRequest, { statusCode, elapsedTime }: FastifyReply, how: keyof typeof ENDS): void {
    const route = routeOf(request);
    const ms = Math.round(elapsedTime);
    const facts = {
      method: request.method,
      route,
      ...(how === 'answered' && { status: statusCode }),
      ms,
      requestId: request.id,
    };
    const isUnusual = ms > SLOW_MS || (how === 'answered' && statusCode >= 500);
    const { event, message } = ENDS[how];
    if (Math.random() * 100 < percent) log.info({ event, ...facts }, message);
    else if (isUnusual) logSampled('info', { event, message, facts, by: route });
  }

  return {
    /** Runs a task as part of a request's trace. */
    inRequest: <T>(request: FastifyRequest, task: () => T): T => inStep(steps.get(request), task),
  };
}

/** Pages, files and health checks have no traces. */
function stepOf(request: FastifyRequest): Step | undefined {
  const { limit } = request.routeOptions.config ?? {};
  if (limit === undefined || limit === 'health' || limit === 'file' || limit === 'page') return undefined;
  return beginStep(`${request.method} ${routeOf(request)}`, {
    kind: 'asked',
    beginsTrace: true,
    facts: { 'http.request.method': request.method, 'http.route': routeOf(request), 'bijli.request_id': request.id },
  });
}

function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'none';
}
