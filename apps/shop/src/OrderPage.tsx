import type { ShopPage } from '@bijli/contract/shop-page';
import { MissingPage } from './MissingPage.tsx';
import { OrderLinkPage } from './OrderLinkPage.tsx';
import { OrdersPage } from './OrdersPage.tsx';
import { OrderStatusPage } from './OrderStatusPage.tsx';
import { PaymentPage } from './PaymentPage.tsx';

/** The pages of orders, but for the form. */
export function OrderPage({ page }: { page: ShopPage }) {
  switch (page.kind) {
    case 'payment':
      return <PaymentPage {...page} />;
    case 'orders':
      return <OrdersPage />;
    case 'order-link':
      return <OrderLinkPage {...page} />;
    case 'order':
      return <OrderStatusPage {...page} />;
    default:
      return <MissingPage what="order" />;
  }
}
