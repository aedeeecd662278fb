import { OneDocument } from './OneDocument.tsx';
import { OrderPage } from './OrderPage.tsx';
import type { ShopProps } from './Shop.tsx';

/** The document for the pages about one order. */
export function OrderShop({ first, ...shop }: ShopProps) {
  return (
    <OneDocument {...shop}>
      <OrderPage page={first} />
    </OneDocument>
  );
}
