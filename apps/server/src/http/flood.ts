import { api } from '@bijli/contract/api';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { Failure } from '#kernel/failure.ts';
import { addressOf } from './caller.ts';

/** Requests that one network address may make in a minute: to the API at all, and to ask for codes and try them. */
export interface FloodLimits {
  requests: number;
  signIns: number;
}

const MINUTE_MS = 60_000;
/**
 * The calls; what asks the payment provider, which are the pages that browsers come back from a payment to and the shop's
 * forms; and lists of the shop by wishes of which there is no end, so that they are rendered each time.
 */
const LIMITED = /^\/((api(-v1)?|payments|order)\/|product-order-detail\/[^/]+\/order|(products|compare)\?)/;
const SIGN_IN = 'sign-in ';
const signInPaths = new Set<string>([api.login.path, api.verifyOtp.path]);
const NO_HEADERS = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };

/**
 * Refuses an address that floods the API with 429 and Retry-After; counted by each server for itself. What is answered is for
 * the routes added from now on and, as a hook, for paths that nothing serves.
 */
export async function limitFloods(
  app: FastifyInstance,
  { requests, signIns }: FloodLimits,
): Promise<preHandlerAsyncHookHandler> {
  await app.register(rateLimit, {
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => `${signInPaths.has(routeOf(request)) ? SIGN_IN : ''}${addressOf(request)}`,
    max: (_request, key) => (key.startsWith(SIGN_IN) ? signIns : requests),
    allowList: (request) => !LIMITED.test(routeOf(request)) && !LIMITED.test(request.url),
    errorResponseBuilder: () => new Failure('too_many_requests'),
    addHeadersOnExceeding: NO_HEADERS,
    addHeaders: NO_HEADERS,
  });
  return app.rateLimit();
}

/** The route that answers: an address may be written in many ways. Empty where nothing is served. */
function routeOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? '';
}
