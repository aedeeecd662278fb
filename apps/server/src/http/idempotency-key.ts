import type { FastifyRequest } from 'fastify';
import { refuse } from './http.failures.ts';

const MAX_KEY_LENGTH = 200;

/** By which a client tells that it asks again: the header Idempotency-Key. Throws idempotency_key_invalid. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key === '' || key.length > MAX_KEY_LENGTH) return refuse('idempotency_key_invalid');
  return key;
}
