import { OneDocument } from './OneDocument.tsx';
import { OrdersPage } from './OrdersPage.tsx';
import type { ShopProps } from './Shop.tsx';

/** The document with the orders of a browser. */
export function OrdersShop({ settings, path }: ShopProps) {
  return (
    <OneDocument settings={settings} path={path}>
      <OrdersPage />
    </OneDocument>
  );
}
