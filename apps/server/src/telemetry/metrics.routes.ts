import type { FastifyInstance } from 'fastify';
import { bearerOf } from '#http/caller.ts';
import { coalesce } from '#kernel/coalesce.ts';
import { isSameText } from '#kernel/ids.ts';
import type { Metrics } from './metrics.ts';

const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';

/** Serves `/metrics` to callers with the token, or to everybody if there is no token. */
export function metricsRoutes(app: FastifyInstance, metrics: Pick<Metrics, 'read'>, token: string | undefined): void {
  const read = coalesce(metrics.read);
  app.get('/metrics', { config: { limit: 'health' } }, async (request, reply) => {
    if (token !== undefined && !isSameText(bearerOf(request.raw), token))
      return reply.code(401).header('www-authenticate', 'Bearer').send();
    return reply.type(TEXT_FORMAT).send(await read());
  });
}
