import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import { api } from '@bijli/contract/api';
import { rupees } from '@bijli/contract/money';
import type { Config } from '#config/config.ts';
import { readinessOf, type Dependency } from '../server/readiness.ts';
import { openApiDocument } from './openapi.ts';
import type { Http } from './serve.ts';

/** Requests of operators and web clients about the installation itself. */
export async function installationRoutes(
  { app, serve }: Http,
  config: Config,
  dependencies: Record<string, Dependency>,
): Promise<void> {
  serve(api.clientConfig, async () => ({
    brand: config.brand,
    payment_option: config.payments.provider.name,
    top_up_min: rupees(config.topUp.minPaise),
    support: config.support,
    demo: config.isDemo,
    map: config.map?.service ?? null,
  }));

  serve(api.live, async () => ({ status: 'ok' as const }));

  serve(api.ready, async ({ reply }) => {
    const readiness = await readinessOf(dependencies);
    if (readiness.status === 'unavailable') reply.code(503);
    return readiness;
  });

  // Made when it is first asked for, because it takes a third of the time in which a server is created.
  let document: Buffer | undefined;
  app.get('/openapi.json', { config: { limit: 'page' } }, (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(openApiDocument(config.brand, config.publicUrl)));
    return reply.type('application/json').send(document);
  });

  const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  await app.register(async (scope) => {
    scope.decorate('limit', 'file');
    await scope.register(fastifyStatic, { root: assets, prefix: '/docs/assets/', index: false, decorateReply: false });
  });
  const page = readFileSync(new URL('api-page.html', import.meta.url));
  const script = readFileSync(new URL('api-page.js', import.meta.url));
  app.get('/docs', { config: { limit: 'page' } }, (_request, reply) => reply.type('text/html').send(page));
  app.get('/docs/start.js', { config: { limit: 'file' } }, (_request, reply) =>
    reply.type('text/javascript').send(script),
  );
}
