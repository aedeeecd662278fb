import compress from '@fastify/compress';
import cors from '@fastify/cors';
import formBody from '@fastify/formbody';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { TrustedProxies } from '#config/trusted-proxies.ts';
import { isDatabaseUnavailable } from '#db/database-unavailable.ts';
import type { Clock } from '#kernel/clock.ts';
import type { DelayedRefusals } from '#kernel/delayed-refusals.ts';
import { endTurn } from '#kernel/fair-scheduler.ts';
import { messagesFor } from '#kernel/messages/messages.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { createSampledLog } from '#kernel/sampled-log.ts';
import { inWorkload } from '#kernel/workload.ts';
import { addressFinder, bearerOf, trustProxyOption, type FindCaller } from '../caller.ts';
import { httpRefusals, refuse } from '../http.refusals.ts';
import { CONNECTION_LIMITS, limitConnections, proxyMatcher, type ConnectionLimits } from '../limits/connections.ts';
import { createFairRequests } from '../limits/fair-requests.ts';
import { countRoutes, limitRates, type CountRequest, type FloodLimits } from '../limits/rate-limits.ts';
import { createValidTokenCache } from '../limits/valid-token-cache.ts';
import { logRequests, newRequestId } from './request-log.ts';
import { hasSeveralHosts } from './several-hosts.ts';
import { answerMalformedRequest, HTTP_TIMEOUTS, createServerWithTimeouts, type HttpTimeouts } from './timeouts.ts';
import { answerDatabaseUnavailable, answerRetryLater } from './unavailable.ts';

/** Foreign origins that our pages may load, frame, call and send forms to. */
export interface ForeignOrigins {
  scripts: string[];
  frames: string[];
  calls: string[];
  forms: string[];
}

export interface ServerOptions {
  log: FastifyBaseLogger;
  clock: Clock;
  /** Origins of web clients served from elsewhere. */
  origins: string[];
  /** The URL of this server for browsers. */
  publicUrl: string;
  /** The origins of the payment provider. */
  providerOrigins: ForeignOrigins;
  /** Origins from which pages load the map's background. */
  mapOrigins: string[];
  /** Other origins from which the shop loads its catalogue and pictures. */
  dealerOrigins: string[];
  /** The proxies whose X-Forwarded-For is trusted. */
  trustProxy: TrustedProxies;
  floodLimits: FloodLimits;
  refusals: DelayedRefusals;
  /** How many requests of one driver or address are handled at a time. */
  requestsAtOnce: number;
  /** Finds the owners of tokens, whose calls are counted by token. */
  authenticate: FindCaller;
  /** Percentage of requests that are logged. */
  requestLogPercent: number;
  timeouts?: HttpTimeouts;
  connections?: ConnectionLimits;
}

/** Fastify with our limits, headers and error reply, without routes. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  let count: CountRequest = async () => undefined;
  async function answerUnread(error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.headers({ 'cache-control': 'no-store', 'x-request-id': request.id });
    try {
      await count(request, reply);
      answerError(error, request, reply);
    } catch (refusal) {
      answerError(refusal as FastifyError, request, reply);
    }
  }
  const logSampled = createSampledLog(options.log, options.clock);
  const { floodLimits: limits, authenticate, refusals, clock, trustProxy, connections = CONNECTION_LIMITS } = options;
  const tokens = createValidTokenCache(authenticate, clock, limits.perAddressMinute);
  const addressOf = addressFinder(trustProxy);
  const { serve, awaitBody, resume } = createFairRequests({
    ownerOf: (request) => tokens.recall(bearerOf(request)) ?? addressOf(request),
    isProxy: proxyMatcher(trustProxy),
    atOnce: options.requestsAtOnce,
    clock,
    logSampled,
  });
  const app = fastify({
    serverFactory: (listener) => createServerWithTimeouts(serve(listener), options.timeouts ?? HTTP_TIMEOUTS),
    // A request with an unreadable path reaches no route and runs no hook.
    frameworkErrors: (error, request, reply) => void answerUnread(error, request, reply),
    loggerInstance: options.log,
    genReqId: newRequestId,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 256 * 1024,
    trustProxy: trustProxyOption(trustProxy),
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: answerMalformedRequest,
  });
  limitConnections(app.server, connections, { trustProxy, logSampled });
  // In two hooks, because reading a body in between runs in the connection's context.
  const { inRequest } = logRequests(app, { log: options.log, logSampled, percent: options.requestLogPercent });
  app.addHook('onRequest', (request, _reply, done) => inWorkload('http', () => inRequest(request, done)));
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (hasSeveralHosts(request.raw)) {
      reply.header('connection', 'close');
      refuse('bad_request', { problem: 'it names several hosts' });
    }
    awaitBody(request.raw);
    done(null, payload);
  });
  app.addHook('preValidation', (request, reply, done) =>
    resume(request.raw, reply.raw, () => inWorkload('http', () => inRequest(request, done))),
  );
  await app.register(helmet, pageRules(options));
  count = await limitRates(app, { limits, tokens, refusals, logSampled });
  // Before any route is added, because a route keeps the handlers that it finds.
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (!isDatabaseUnavailable(error)) return answerError(error, request, reply);
    logSampled('warn', { event: 'http.unavailable', message: 'a request was answered with 503', facts: { error } });
    return answerDatabaseUnavailable(request, reply);
  });
  // The next plugin answers preflight requests, which would otherwise not be counted.
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'OPTIONS') return;
    await count(request, reply);
    const { origin, 'access-control-request-method': asked } = request.headers;
    if (!origin || !asked)
      refuse('bad_request', { problem: 'a preflight needs its origin and the method that it asks for' });
  });
  await app.register(cors, {
    origin: options.origins,
    methods: ['GET', 'HEAD', 'POST', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'idempotency-key',
      'x-requested-with',
      'access-control-allow-origin',
    ],
  });
  await app.register(compress, { global: true, encodings: ['br', 'gzip'], threshold: 1024 });
  await app.register(formBody);
  // Unless a route allows caching, its answer is private or may change with the next deployment.
  app.addHook('onSend', async (_request, reply) => {
    endTurn();
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  countRoutes(app, count);
  app.setNotFoundHandler((request, reply) => {
    const messages = messagesFor(request.headers['accept-language']);
    return reply
      .code(404)
      .send({ success: false, message: httpRefusals.not_found[messages.language](), code: 'not_found' });
  });
  return app;
}

/** The content security policy: what our pages may load, frame, call and send forms to. */
function pageRules({ publicUrl, providerOrigins, mapOrigins, dealerOrigins }: ServerOptions): FastifyHelmetOptions {
  const called = [...providerOrigins.calls, ...mapOrigins, ...dealerOrigins];
  return {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...providerOrigins.scripts],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...mapOrigins, ...dealerOrigins],
        // Some browsers do not count a page's own sockets as 'self'.
        connectSrc: ["'self'", socketOrigin(publicUrl), ...called],
        workerSrc: ["'self'", 'blob:'],
        frameSrc: ["'self'", ...providerOrigins.frames],
        formAction: ["'self'", ...providerOrigins.forms],
        frameAncestors: ["'self'"],
        upgradeInsecureRequests: null,
      },
    },
    // The payment provider refuses a checkout without a referrer, and its popup must reach its opener.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  };
}

function socketOrigin(publicUrl: string): string {
  const { protocol, host } = new URL(publicUrl);
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}`;
}

/** The error body of all answers: `{success: false, message, code}`. A bug shows only its request id. */
function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const messages = messagesFor(request.headers['accept-language']);
  if (isRefusal(error, httpRefusals, 'too_many_requests')) {
    // Closes the connection, because a refused caller would go on using it.
    reply.code(429).header('connection', 'close');
    return answerRetryLater(request, reply, {
      messages,
      code: 'too_many_requests',
      seconds: Number(reply.getHeader('retry-after') ?? 60),
    });
  }
  if (isRefusal(error)) {
    const { code, definition, facts } = error;
    const isInBody = request.routeOptions.config.refusalsInBody === true && !definition.isAlwaysByStatus;
    const message = error.sentence(messages.language);
    return reply
      .code(isInBody ? 200 : (definition.status ?? 422))
      .send({ success: false, message, code, ...(definition.tellsFacts && { facts }) });
  }
  const status = error.statusCode ?? 500;
  if (status < 500) {
    const message = httpRefusals.bad_request[messages.language]({ problem: error.message });
    return reply.code(status).send({ success: false, message, code: 'bad_request' });
  }
  request.log.error({ event: 'http.request_failed', error }, 'a request failed');
  const message = httpRefusals.internal[messages.language]({ requestId: request.id });
  return reply.code(500).send({ success: false, message, code: 'internal' });
}
