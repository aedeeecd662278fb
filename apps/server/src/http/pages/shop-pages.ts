import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ShopPage, ShopTheme } from '@bijli/contract/shop-page';
import { ReadyBody, sendReady } from '#http/calls/ready-body.ts';
import type { ShopDocument } from '#http/pages/shop-client.ts';
import { createRecentCache } from '#kernel/recent-cache.ts';

const HTML = 'text/html; charset=utf-8';
const CACHE = 'public, no-cache';
const MAX_READY_PAGES = 300;

export type ShopPages = ReturnType<typeof createShopPages>;

/** Serves the shop's pages as complete documents, in the theme that the visitor has chosen in the app. */
export function createShopPages(document: ShopDocument) {
  /** Rendered pages by theme and URL, each for one version of the catalogue. */
  const readyPages = createRecentCache<string, { version: string; body: ReadyBody }>(MAX_READY_PAGES);

  /** Sends a page for one visitor, which must not be cached for others. */
  function own(request: FastifyRequest, reply: FastifyReply, page: ShopPage, status = 200): FastifyReply {
    return reply
      .code(status)
      .type(HTML)
      .send(document(page, request.url, themeOf(request)));
  }

  return {
    own,

    /** Answers 404 for a product or an order that does not exist. */
    missing(request: FastifyRequest, reply: FastifyReply, what: 'product' | 'order'): FastifyReply {
      return own(request, reply, { kind: 'missing', what }, 404);
    },

    /**
     * Sends a page of the catalogue, rendered once for each `version` of its content. `address` is the key of the page.
     */
    async shared(
      request: FastifyRequest,
      reply: FastifyReply,
      { address, version }: { address: string; version: string },
      page: () => ShopPage | Promise<ShopPage>,
    ): Promise<Buffer> {
      const theme = themeOf(request);
      const key = `${theme ?? ''} ${address}`;
      let ready = readyPages.get(key);
      if (ready?.version !== version) {
        const body = new ReadyBody(Buffer.from(document(await page(), address, theme)));
        ready = { version, body };
        readyPages.set(key, ready);
      }
      const sent = sendReady(request, reply, ready.body, { type: HTML, cacheControl: CACHE });
      reply.header('vary', 'accept-encoding, cookie');
      return sent;
    },
  };
}

/** The visitor's theme. The app stores it in a cookie, so that the first paint is right. */
function themeOf({ headers }: FastifyRequest): ShopTheme | undefined {
  const [, theme] = /(?:^|; )theme=(light|dark)(?:;|$)/.exec(headers.cookie ?? '') ?? [];
  return theme as ShopTheme | undefined;
}
