import type { ShopPage } from '@bijli/contract/shop-page';
import { CardDrawing } from '#drawings/CardDrawing.tsx';
import { ordersMessages } from '#messages/orders-messages.ts';
import { EmptyState } from '#parts/EmptyState.tsx';

/** A page between a form of ours and the payment page. It opens the payment page by itself. */
export function PaymentPage({ url }: Extract<ShopPage, { kind: 'payment' }>) {
  const { title, text, open } = ordersMessages().payment;
  return (
    <EmptyState drawing={<CardDrawing />} title={title} text={text} isPage>
      <a href={url}>{open}</a>
    </EmptyState>
  );
}
