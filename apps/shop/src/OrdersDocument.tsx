import type { ShopProps } from './Catalogue.tsx';
import { DocumentFrame } from './DocumentFrame.tsx';
import { OrdersPage } from './OrdersPage.tsx';

/** The document with the orders of a browser. */
export function OrdersDocument({ settings, path }: ShopProps) {
  return (
    <DocumentFrame settings={settings} path={path}>
      <OrdersPage />
    </DocumentFrame>
  );
}
