import type { ShopProps } from '#catalogue/Catalogue.tsx';
import { DocumentFrame } from '#frame/DocumentFrame.tsx';
import { OrdersPage } from './OrdersPage.tsx';

/** The document with the orders of a browser. */
export function OrdersDocument({ settings, path }: ShopProps) {
  return (
    <DocumentFrame settings={settings} path={path}>
      <OrdersPage />
    </DocumentFrame>
  );
}
