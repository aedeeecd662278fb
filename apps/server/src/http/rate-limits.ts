import type { LimitClass } from '@bijli/contract/endpoint';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '#kernel/failure.ts';
import type { SampledLog } from '#kernel/log-sampler.ts';
import { addressOf } from './caller.ts';

/** What an operator sets: requests that one network address may make in a minute, and how often it may sign in. */
export interface FloodLimits {
  requests: number;
  signIns: number;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    limit?: LimitClass;
  }
  interface FastifyInstance {
    /** The class of routes that plugins add in this scope. */
    limit?: LimitClass;
  }
}

/** Paths that nothing serves are a class of their own, which no route may name. */
type Counted = LimitClass | 'unknown';

const MINUTE_MS = 60_000;
/** Addresses counted at a time; the one longest unheard is forgotten first. */
const ADDRESSES_KEPT = 50_000;
const NO_HEADERS = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };

/** Each class is counted by itself, so that a flood of one leaves the others usable from the same address. */
function mostOf({ requests, signIns }: FloodLimits): Record<Counted, number> {
  const share = (part: number): number => shareOf(requests, part);
  return {
    read: requests,
    write: share(1 / 2),
    // Each of them may ask the provider.
    payment: share(1 / 4),
    'sign-in': signIns,
    page: requests,
    // One page asks for dozens of files, which are sent as they are.
    file: requests * 10,
    // A provider tells everything from a few addresses, and what is refused comes hours later or never.
    webhook: requests * 5,
    health: requests,
    unknown: share(1 / 4),
  };
}

/** Upgrades that may come to nothing. */
export function mostUpgrades({ requests }: FloodLimits): number {
  return shareOf(requests, 1 / 4);
}

function shareOf(requests: number, part: number): number {
  return Math.max(1, Math.floor(requests * part));
}

/**
 * Refuses an address that floods the server with 429 and Retry-After, by the class that the route that answers has named,
 * however its path was written; counted by each server for itself. For every route added from now on, each of which must
 * name its class, and for paths that nothing serves.
 */
export async function limitRates(app: FastifyInstance, limits: FloodLimits, say: SampledLog): Promise<void> {
  const most = mostOf(limits);
  await app.register(rateLimit, {
    global: false,
    cache: ADDRESSES_KEPT,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => `${classOf(request)} ${addressOf(request)}`,
    max: (request) => most[classOf(request)],
    onExceeded: (request) => tell(request, say),
    errorResponseBuilder: () => new Failure('too_many_requests'),
    addHeadersOnExceeding: NO_HEADERS,
    addHeaders: NO_HEADERS,
  });
  app.addHook('onRoute', function nameClass(this: FastifyInstance, route) {
    const limit = route.config?.limit ?? this.limit;
    if (!limit) throw new Error(`The route ${String(route.method)} ${route.url} names no class of limit.`);
    route.config = { ...route.config, limit };
  });
  app.addHook('onRequest', app.rateLimit());
}

function tell(request: FastifyRequest, say: SampledLog): void {
  const [limit, address] = [classOf(request), addressOf(request)];
  const message = 'an address makes too many requests and is refused for the rest of the minute';
  say('warn', { event: 'http.rate_limited', message, facts: { limit, address }, by: `${limit} ${address}` });
}

function classOf({ routeOptions }: FastifyRequest): Counted {
  return routeOptions.config?.limit ?? 'unknown';
}
