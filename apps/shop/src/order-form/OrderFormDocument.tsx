import type { ShopProps } from '#catalogue/Catalogue.tsx';
import { DocumentFrame } from '#frame/DocumentFrame.tsx';
import { OrderFormPage } from './OrderFormPage.tsx';

/** The document with the order form. */
export function OrderFormDocument({ first, ...shop }: ShopProps) {
  return <DocumentFrame {...shop}>{first.kind === 'order-form' && <OrderFormPage {...first} />}</DocumentFrame>;
}
