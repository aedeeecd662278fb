import type { ShopProps } from '#catalogue/Catalogue.tsx';
import { DocumentFrame } from '#frame/DocumentFrame.tsx';
import { OrderPage } from './OrderPage.tsx';

/** The document for the pages about one order. */
export function OrderDocument({ first, ...shop }: ShopProps) {
  return (
    <DocumentFrame {...shop}>
      <OrderPage page={first} />
    </DocumentFrame>
  );
}
