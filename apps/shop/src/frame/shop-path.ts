import { shopPathIn } from '@bijli/contract/shop-language';
import { messages } from '#messages/messages.ts';

/** The path of a page of the shop in the present language. */
export const shopPath = (path: string): string => shopPathIn(messages().language, path);

export const productPath = (id: string): string => shopPath(`/product-order-detail/${id}`);

/** The comparison of these products. */
export const comparePath = (ids: string[]): string =>
  shopPath(ids.length === 0 ? '/compare' : `/compare?ids=${ids.map(encodeURIComponent).join('|')}`);

/** The address of a call, with the language that its answer should have. */
export function inLanguage(address: string): string {
  const { language } = messages();
  return language === 'en' ? address : `${address}${address.includes('?') ? '&' : '?'}language=${language}`;
}
