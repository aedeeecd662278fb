import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { wantsHtml } from './caller.ts';

const YEAR_SECONDS = 31_536_000;

/**
 * Serves the built web client, and the files of other folders. Files with a content hash in their name may be cached for good. The page
 * itself is always requested again. It answers every path that could be a screen, because the client does the routing.
 */
export async function serveWebClient(app: FastifyInstance, folder: string, beside: string[] = []): Promise<void> {
  const page = join(folder, 'index.html');
  if (!existsSync(page))
    throw new Error(`The web client is not built: ${page} is missing. Run npm start, which builds it.`);
  await app.register(async (scope) => {
    scope.decorate('limit', 'file');
    for (const root of [folder, ...beside])
      await scope.register(fastifyStatic, {
        root,
        decorateReply: root === folder,
        index: false,
        wildcard: false,
        preCompressed: true,
        cacheControl: false,
        setHeaders(reply, path) {
          const isNamed = path.includes('/assets/');
          reply.header('cache-control', isNamed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
        },
      });
  });
  const html = await readFile(page);
  app.get('/*', { config: { limit: 'page', isForPagesOnly: true } }, (request, reply) => {
    if (!wantsHtml(request)) return reply.callNotFound();
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html);
  });
}

/**
 * Redirects pages under another name of this machine to PUBLIC_URL, because a browser keeps its sign-in for each address, and the payment
 * provider returns to that one.
 */
export function redirectToPublicHost(app: FastifyInstance, publicUrl: string): void {
  const { host } = new URL(publicUrl);
  app.addHook('onRequest', async (request, reply) => {
    const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (isPage && request.headers.host !== host) await reply.redirect(`${publicUrl}${request.url}`, 307);
  });
}
