import type { CatalogueKind } from './load.ts';

/** What draws the pages that lead to each other: a document brings its own, the others are fetched when they are gone to. */
interface PageCode {
  products: typeof import('./ProductsPage.tsx');
  product: typeof import('./ProductPage.tsx');
  compare: typeof import('./ComparePage.tsx');
}

/** What is there so far. */
export const pageCode: Partial<PageCode> = {};

const SOURCES: { [Kind in CatalogueKind]: () => Promise<PageCode[Kind]> } = {
  products: () => import('./ProductsPage.tsx'),
  product: () => import('./ProductPage.tsx'),
  compare: () => import('./ComparePage.tsx'),
};

export function bringPageCode(code: Partial<PageCode>): void {
  Object.assign(pageCode, code);
}

/** Resolves once a page of this kind can be drawn. */
export async function fetchPageCode(kind: CatalogueKind): Promise<void> {
  if (pageCode[kind] === undefined) bringPageCode({ [kind]: await SOURCES[kind]() });
}
