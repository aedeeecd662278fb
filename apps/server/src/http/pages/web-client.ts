import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { STATION_PAGE_PATH } from '@bijli/contract/station-page';
import { STICKER_PATH } from '@bijli/contract/sticker';
import { wantsHtml } from '../caller.ts';
import { withPreview, type LinkPreview } from './link-preview.ts';

const YEAR_SECONDS = 31_536_000;

interface WebClientOptions {
  /** Folders whose files are served too. */
  otherFolders?: string[];
  /** What a preview of a link to this station shows. Undefined for an unknown station. */
  previewOf?: (stationId: string) => LinkPreview | undefined;
}

/**
 * Serves the built web client, and the files of other folders. Files with a content hash in their name may be cached
 * for good. The page itself is always requested again. It answers every path that could be a screen, because the client
 * does the routing.
 */
export async function serveWebClient(
  app: FastifyInstance,
  folder: string,
  { otherFolders = [], previewOf }: WebClientOptions = {},
): Promise<void> {
  const page = join(folder, 'index.html');
  if (!existsSync(page))
    throw new Error(`The web client is not built: ${page} is missing. Run npm start, which builds it.`);
  await app.register(async (scope) => {
    scope.decorate('limit', 'file');
    for (const root of [folder, ...otherFolders])
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
  const html = await readFile(page, 'utf8');
  const send = (reply: FastifyReply, text: string) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(text);
  app.get('/*', { config: { limit: 'page', isForPagesOnly: true } }, (request, reply) =>
    wantsHtml(request) ? send(reply, html) : reply.callNotFound(),
  );
  // The pages that people share or print: programs that make a preview of a link accept anything.
  for (const path of ['/', `${STICKER_PATH}/*`])
    app.get(path, { config: { limit: 'page' } }, (_request, reply) => send(reply, html));
  app.get<{ Querystring: { id?: unknown } }>(STATION_PAGE_PATH, { config: { limit: 'page' } }, ({ query }, reply) => {
    const preview = typeof query.id === 'string' ? previewOf?.(query.id) : undefined;
    return send(reply, preview ? withPreview(html, preview) : html);
  });
}

/**
 * Redirects pages under another name of this machine to PUBLIC_URL, because a browser keeps its sign-in for each
 * address, and the payment provider returns to that one.
 */
export function redirectToPublicHost(app: FastifyInstance, publicUrl: string): void {
  const { host } = new URL(publicUrl);
  app.addHook('onRequest', async (request, reply) => {
    const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (isPage && request.headers.host !== host) await reply.redirect(`${publicUrl}${request.url}`, 307);
  });
}
