import type { ShopLanguage } from '@bijli/contract/shop-language';
import type { Http } from '#http/calls/serve.ts';
import type { ShopPages } from '#http/pages/shop-pages.ts';
import type { Storefront } from '../index.ts';

/** The shop in one language. */
export interface LanguageShop {
  storefront: Storefront;
  pages: ShopPages;
  language: ShopLanguage;
  driverWith: Http['driverWith'];
}
