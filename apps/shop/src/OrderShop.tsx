import { OneDocument } from './OneDocument.tsx';
import { OrderPage } from './OrderPage.tsx';
import type { ShopProps } from './Shop.tsx';

/** What became of orders, each page a document. */
export function OrderShop({ first, ...shop }: ShopProps) {
  return (
    <OneDocument {...shop}>
      <OrderPage page={first} />
    </OneDocument>
  );
}
