import type { ShopPage } from '@bijli/contract/shop-page';
import { words } from './words.ts';

/** What stands on the tab of a page that others lead to without a new document, before the brand; undefined for other pages. */
export function titleOf(page: ShopPage): string | undefined {
  switch (page.kind) {
    case 'products':
      return words.chargers;
    case 'product':
      return page.product.product_name;
    case 'compare':
      return words.comparePage.title;
    case 'missing':
      return words.missing.title[page.what];
    default:
      return undefined;
  }
}
