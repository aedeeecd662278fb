import type { ShopPage } from '@bijli/contract/shop-page';
import { messages } from '#messages/messages.ts';
import { textsOf } from '#parts/product-texts.ts';

/** The title of a catalogue page, shown before the brand. Undefined for other pages. */
export function titleOf(page: ShopPage): string | undefined {
  switch (page.kind) {
    case 'products':
      return messages().chargers;
    case 'product':
      return textsOf(page.product).name;
    case 'compare':
      return messages().compare;
    case 'missing':
      return messages().missing.title[page.what];
    default:
      return undefined;
  }
}
