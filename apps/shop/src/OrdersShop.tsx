import { OneDocument } from './OneDocument.tsx';
import { OrdersPage } from './OrdersPage.tsx';
import type { ShopProps } from './Shop.tsx';

/** The orders of a browser, as a document. */
export function OrdersShop({ settings, path }: ShopProps) {
  return (
    <OneDocument settings={settings} path={path}>
      <OrdersPage />
    </OneDocument>
  );
}
