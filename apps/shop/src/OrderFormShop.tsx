import { OneDocument } from './OneDocument.tsx';
import { OrderFormPage } from './OrderFormPage.tsx';
import type { ShopProps } from './Shop.tsx';

/** The document with the order form. */
export function OrderFormShop({ first, ...shop }: ShopProps) {
  return <OneDocument {...shop}>{first.kind === 'order-form' && <OrderFormPage {...first} />}</OneDocument>;
}
