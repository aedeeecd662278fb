import type { ShopPage } from '@bijli/contract/shop-page';
import { ComparePage } from './ComparePage.tsx';
import { MissingPage } from './MissingPage.tsx';
import { ProductPage } from './ProductPage.tsx';
import { ProductsPage } from './ProductsPage.tsx';

/** The pages that lead to each other without a new document. `arrived`: with the document; it is there already and need not come in. */
export function CataloguePage({ page, arrived }: { page: ShopPage; arrived: boolean }) {
  switch (page.kind) {
    case 'products':
      return <ProductsPage {...page} arrived={arrived} />;
    case 'product':
      return <ProductPage key={page.product.id} {...page} />;
    case 'compare':
      return <ComparePage {...page} />;
    default:
      return <MissingPage what={page.kind === 'missing' ? page.what : 'product'} />;
  }
}
