import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SECOND_MS } from '#kernel/durations.ts';
import type { SampledLog } from '#kernel/log-sampler.ts';
import type { Log } from '#kernel/log.ts';
import { beginStep, inStep, type Step } from '#kernel/trace.ts';

/** Longer than anything takes that waits for no charge point, provider or turn. */
const SLOW_MS = 2 * SECOND_MS;

export interface RequestLogOptions {
  log: Log;
  logSampled: SampledLog;
  /** How many of a hundred requests have a line. */
  percent: number;
}

/** An id that is that of no other request, of whatever node: the log, the audit and an answer of 500 name a request by it. */
export const newRequestId = (): string => randomUUID();

/**
 * Requests in the log and in traces: by method and route, never by address, query or body, which hold secrets. What answers runs in
 * `inRequest`.
 */
export function followRequests(app: FastifyInstance, { log, logSampled, percent }: RequestLogOptions) {
  const steps = new WeakMap<FastifyRequest, Step>();

  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    const step = stepOf(request);
    if (step) steps.set(request, step);
    done();
  });

  app.addHook('onResponse', (request, reply, done) => {
    const step = steps.get(request);
    const { statusCode } = reply;
    step?.end({
      facts: { 'http.response.status_code': statusCode },
      ...(statusCode >= 500 && { error: new Error(String(statusCode)) }),
    });
    inStep(step, () => logAnswer(request, reply));
    done();
  });

  function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
    const route = routeOf(request);
    const facts = {
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      requestId: request.id,
    };
    const isUnusual = facts.status >= 500 || facts.ms > SLOW_MS;
    if (Math.random() * 100 < percent) log.info({ event: 'http.answered', ...facts }, 'a request was answered');
    else if (isUnusual)
      logSampled('info', { event: 'http.answered', message: 'a request was answered', facts, by: route });
  }

  return {
    /** Runs a task, and all that it calls, as part of a request. */
    inRequest: <T>(request: FastifyRequest, task: () => T): T => inStep(steps.get(request), task),
  };
}

/** Pages, files and looks at the health are no traces of their own. */
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
