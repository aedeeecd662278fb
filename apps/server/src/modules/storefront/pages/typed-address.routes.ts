import type { FastifyReply, FastifyRequest } from 'fastify';
import { shopPathIn, type ShopLanguage } from '@bijli/contract/shop-language';

export const PAGE = { config: { limit: 'page' } } as const;

/** Options of the route of a page in this language. */
export function pageIn(language: ShopLanguage) {
  return language === 'en' ? { ...PAGE, preHandler: leadToChosen } : PAGE;
}

/**
 * Leads who has typed or saved an English address to the language that they chose in the app or in the shop, which
 * store it in a cookie. The same goes for a link in a mail or a chat that a program of the device hands to the browser,
 * because it looks like a typed address. Links on pages are followed as they are.
 */
async function leadToChosen({ url, headers }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const isTyped = headers['sec-fetch-site'] === 'none';
  const isHindi = /(?:^|; )language=hi(?:;|$)/.test(headers.cookie ?? '');
  if (isTyped && isHindi) await reply.header('cache-control', 'no-store').redirect(shopPathIn('hi', url), 302);
}
