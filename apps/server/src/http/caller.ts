import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { refuse } from '#kernel/failure.ts';

/** Who a token belongs to; the accounts module answers. */
export type Authenticate = (token: string) => Promise<{ driverId: number } | undefined>;

/** What the limits count: the caller's address, of version 6 its network, because everybody has a great many. */
export function addressOf({ ip }: FastifyRequest): string {
  return normalizeIP(ip);
}

/** The bearer token of a request; empty when there is none. */
export function bearerOf(request: FastifyRequest): string {
  const header = request.headers.authorization ?? '';
  return header.startsWith('Bearer ') ? header.slice('Bearer '.length).trim() : '';
}

/** The driver who calls. Throws `signed_out` (401) for a missing or dead token. */
export async function driverOf(request: FastifyRequest, authenticate: Authenticate): Promise<number> {
  const token = bearerOf(request);
  const caller = token ? await authenticate(token) : undefined;
  return caller?.driverId ?? refuse('signed_out');
}
