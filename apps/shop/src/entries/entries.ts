import type { ShopLanguage } from '@bijli/contract/shop-language';

/** What an entry hydrates. Files are in the folders of this app. */
interface Entry {
  /** The component of the document, in a file of its name. */
  document: string;
  /** The page of the catalogue that the document shows first. Visitors go on from it without loading a document. */
  page?: string;
  /** The sets of texts that it needs beside those of every page. */
  texts?: readonly string[];
}

/** What the browser can load. The build makes an entry of each for each language (`build/entry-modules.ts`). */
export const ENTRIES = {
  products: { document: 'catalogue/Catalogue.tsx', page: 'products/ProductsPage.tsx', texts: ['finder'] },
  product: { document: 'catalogue/Catalogue.tsx', page: 'product/ProductPage.tsx' },
  compare: { document: 'catalogue/Catalogue.tsx', page: 'compare/ComparePage.tsx', texts: ['compare'] },
  'order-form': { document: 'order-form/OrderFormDocument.tsx', texts: ['order-form'] },
  order: { document: 'orders/OrderDocument.tsx', texts: ['orders'] },
  orders: { document: 'orders/OrdersDocument.tsx', texts: ['orders'] },
  review: { document: 'review/ReviewDocument.tsx', texts: ['orders'] },
} as const satisfies Record<string, Entry>;

export type EntryKind = keyof typeof ENTRIES;

/** The file of an entry, as the build, the server and the browser name it. */
export function entryFile(kind: EntryKind, language: ShopLanguage): string {
  return `src/entries/entry-${kind}${language === 'en' ? '' : `-${language}`}.ts`;
}
