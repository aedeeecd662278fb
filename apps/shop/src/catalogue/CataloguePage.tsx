import type { ShopPage } from '@bijli/contract/shop-page';
import { NotFoundPage } from '#frame/NotFoundPage.tsx';
import { pageCode } from './page-code.ts';

/**
 * The pages between which a visitor moves without loading a document. `hasArrived`: the page came with the document, so
 * it appears without an animation.
 */
export function CataloguePage({ page, hasArrived }: { page: ShopPage; hasArrived: boolean }) {
  const { products, product, compare } = pageCode;
  if (page.kind === 'products' && products) return <products.ProductsPage {...page} hasArrived={hasArrived} />;
  if (page.kind === 'product' && product) return <product.ProductPage key={page.product.id} {...page} />;
  if (page.kind === 'compare' && compare) return <compare.ComparePage {...page} />;
  return <NotFoundPage what={page.kind === 'missing' ? page.what : 'product'} />;
}
