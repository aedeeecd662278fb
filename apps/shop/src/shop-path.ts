import { shopPathIn } from '@bijli/contract/shop-language';
import { messages } from './messages.ts';

/** Where a page of the shop is in the language of this one. */
export const shopPath = (path: string): string => shopPathIn(messages().language, path);

/** Where a product's page is. */
export const productPath = (id: string): string => shopPath(`/product-order-detail/${id}`);

/** An address of the API that answers in the language of this page. */
export function inLanguage(address: string): string {
  const { language } = messages();
  return language === 'en' ? address : `${address}${address.includes('?') ? '&' : '?'}language=${language}`;
}
