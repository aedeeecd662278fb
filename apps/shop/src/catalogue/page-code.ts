import { setCompareMessages } from '#messages/compare-messages.ts';
import { setFinderMessages } from '#messages/finder-messages.ts';
import { messages } from '#messages/messages.ts';
import type { CatalogueKind } from './load-page.ts';

/** The code of the catalogue's pages. A document loads that of its own page, the others are fetched when needed. */
interface PageCode {
  products: typeof import('#products/ProductsPage.tsx');
  product: typeof import('#product/ProductPage.tsx');
  compare: typeof import('#compare/ComparePage.tsx');
}

/** The code that has been loaded. */
export const pageCode: Partial<PageCode> = {};

const SOURCES: { [Kind in CatalogueKind]: () => Promise<PageCode[Kind]> } = {
  products: async () => {
    const [texts, code] = await Promise.all([messages().finder(), import('#products/ProductsPage.tsx')]);
    setFinderMessages(texts);
    return code;
  },
  product: () => import('#product/ProductPage.tsx'),
  compare: async () => {
    const [texts, code] = await Promise.all([messages().comparison(), import('#compare/ComparePage.tsx')]);
    setCompareMessages(texts);
    return code;
  },
};

export function addPageCode(code: Partial<PageCode>): void {
  Object.assign(pageCode, code);
}

/** Resolves once the code of this kind of page is loaded. */
export async function fetchPageCode(kind: CatalogueKind): Promise<void> {
  if (pageCode[kind] === undefined) addPageCode({ [kind]: await SOURCES[kind]() });
}
