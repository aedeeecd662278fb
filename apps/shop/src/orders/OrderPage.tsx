import type { ShopPage } from '@bijli/contract/shop-page';
import { NotFoundPage } from '#frame/NotFoundPage.tsx';
import { OrderLinkPage } from './OrderLinkPage.tsx';
import { OrderStatusPage } from './OrderStatusPage.tsx';
import { PaymentPage } from './PaymentPage.tsx';

/** The pages about one order: its state, its payment, and an expired link. */
export function OrderPage({ page }: { page: ShopPage }) {
  switch (page.kind) {
    case 'payment':
      return <PaymentPage {...page} />;
    case 'order-link':
      return <OrderLinkPage {...page} />;
    case 'order':
      return <OrderStatusPage {...page} />;
    default:
      return <NotFoundPage what="order" />;
  }
}
