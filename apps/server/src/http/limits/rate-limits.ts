import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LimitClass } from '@bijli/contract/endpoint';
import type { DelayedRefusals } from '#kernel/delayed-refusals.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { endTurn } from '#kernel/fair-scheduler.ts';
import { refusal, isRefusal } from '#kernel/refusal.ts';
import type { SampledLog } from '#kernel/sampled-log.ts';
import { addressOf, wantsHtml, bearerOf, SITE_FACTOR, ipv6SiteOf } from '../caller.ts';
import { httpRefusals } from '../http.refusals.ts';
import type { ValidTokenCache } from './valid-token-cache.ts';

/** The operator's settings: requests and sign-ins of one network address in a minute. */
export interface FloodLimits {
  perAddressMinute: number;
  signInsPerAddressMinute: number;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    limit?: LimitClass;
    /** True for a refusal of page requests only. Any other unknown path is not served. */
    isForPagesOnly?: boolean;
  }
  interface FastifyInstance {
    /** The class of routes that plugins add in this scope. */
    limit?: LimitClass;
  }
}

/** Unknown paths and preflights are separate classes, which no route may name. */
type CountedClass = LimitClass | 'unknown' | 'preflight';

/** How many addresses are counted at a time. The least recent one is dropped first. */
const MAX_ADDRESSES = 50_000;
const NO_HEADERS = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };

/** Each class is counted separately, so that a flood of one leaves the others usable from the same address. */
function maxOf({ perAddressMinute, signInsPerAddressMinute }: FloodLimits): Record<CountedClass, number> {
  const share = (part: number): number => shareOf(perAddressMinute, part);
  return {
    read: perAddressMinute,
    write: share(1 / 2),
    // Each of these may call the payment provider.
    payment: share(1 / 4),
    'sign-in': signInsPerAddressMinute,
    page: perAddressMinute,
    // One page loads dozens of files, which need no work.
    file: perAddressMinute * 10,
    // A provider sends everything from a few addresses. A refused webhook is repeated hours later or never.
    webhook: perAddressMinute * 5,
    health: perAddressMinute,
    unknown: share(1 / 4),
    preflight: perAddressMinute,
  };
}

/** How many failed upgrades are allowed. */
export function maxUpgrades({ perAddressMinute }: FloodLimits): number {
  return shareOf(perAddressMinute, 1 / 4);
}

function shareOf(requests: number, part: number): number {
  return Math.max(1, Math.floor(requests * part));
}

/** Classes of signed-in drivers, counted by token. Signing in is counted by address, because it sends messages. */
const BY_TOKEN = new Set<CountedClass>(['read', 'write', 'payment']);

export interface RateLimitOptions {
  limits: FloodLimits;
  tokens: ValidTokenCache;
  refusals: DelayedRefusals;
  logSampled: SampledLog;
}

/** Counts a request once. Throws `too_many_requests`, with Retry-After, if the caller has made too many. */
export type CountRequest = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * Refuses floods with 429 and Retry-After. The route that answers decides the class, however the path was written.
 * Drivers with a valid token are counted by token, everybody else by address, on each server separately.
 */
export async function limitRates(app: FastifyInstance, options: RateLimitOptions): Promise<CountRequest> {
  const { limits, tokens, refusals, logSampled } = options;
  const max = maxOf(limits);
  const drivers = new WeakMap<FastifyRequest, string>();
  const callerOf = (request: FastifyRequest) => drivers.get(request) ?? addressOf(request);
  await app.register(rateLimit, {
    global: false,
    cache: MAX_ADDRESSES,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => `${classOf(request)} ${callerOf(request)}`,
    max: (request) => max[classOf(request)],
    onExceeded: (request) => logExceeded(request, logSampled),
    errorResponseBuilder: () => refusal(httpRefusals, 'too_many_requests'),
    addHeadersOnExceeding: NO_HEADERS,
    addHeaders: NO_HEADERS,
  });
  const count = app.rateLimit();
  const sites = {
    cache: MAX_ADDRESSES,
    keyGenerator: (request: FastifyRequest) => `${classOf(request)} ${ipv6SiteOf(request.ip)}`,
    max: (request: FastifyRequest) => max[classOf(request)] * SITE_FACTOR,
  };
  const countSite = app.createRateLimit(sites);
  const countOnce: CountRequest = async (request, reply) => {
    const token = BY_TOKEN.has(classOf(request)) ? bearerOf(request) : '';
    const driver = token && (await tokens.find(token, addressOf(request)));
    if (driver) drivers.set(request, driver);
    await count.call(app, request, reply);
    if (driver || ipv6SiteOf(request.ip) === undefined) return;
    const site = await countSite(request);
    if (site.isAllowed || !site.isExceeded) return;
    logExceeded(request, logSampled);
    reply.header('retry-after', site.ttlInSeconds);
    throw refusal(httpRefusals, 'too_many_requests');
  };
  return async (request, reply) => {
    try {
      await countOnce(request, reply);
    } catch (error) {
      if (!isRefusal(error, httpRefusals, 'too_many_requests')) throw error;
      endTurn();
      if (await refusals.wait(callerOf(request), request.socket.remoteAddress)) throw error;
      reply.hijack();
      request.raw.destroy();
    }
  };
}

/** Counts requests to every route added from now on, each of which must name its class, and to unknown paths. */
export function countRoutes(app: FastifyInstance, count: CountRequest): void {
  app.addHook('onRoute', function nameClass(this: FastifyInstance, route) {
    const limit = route.config?.limit ?? this.limit;
    if (!limit) throw new Error(`The route ${String(route.method)} ${route.url} names no class of limit.`);
    route.config = { ...route.config, limit };
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'OPTIONS') await count(request, reply);
  });
}

function logExceeded(request: FastifyRequest, logSampled: SampledLog): void {
  const limit = classOf(request);
  const address = addressOf(request);
  const message = 'an address sends too many requests; it is refused for the rest of the minute';
  logSampled('warn', { event: 'http.rate_limited', message, facts: { limit, address }, by: `${limit} ${address}` });
}

function classOf(request: FastifyRequest): CountedClass {
  if (request.method === 'OPTIONS') return 'preflight';
  const { limit, isForPagesOnly } = request.routeOptions.config ?? {};
  return limit === undefined || (isForPagesOnly && !wantsHtml(request)) ? 'unknown' : limit;
}
