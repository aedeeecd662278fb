import type { FastifyRequest } from 'fastify';
import { refuse } from '../http.refusals.ts';

const MAX_KEY_LENGTH = 200;

/** The header Idempotency-Key, with which a client marks a repeated request. Throws idempotency_key_invalid. */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key === '' || key.length > MAX_KEY_LENGTH) return refuse('idempotency_key_invalid');
  return key;
}
