import type { ShopPage } from '@bijli/contract/shop-page';
import { ParcelDrawing } from '#drawings/ParcelDrawing.tsx';
import { shopPath } from '#frame/shop-path.ts';
import { ordersMessages } from '#messages/orders-messages.ts';
import { EmptyState } from '#parts/EmptyState.tsx';

/**
 * The page for a link to an order that has expired. It sends a new link to the buyer's e-mail address. It works without
 * JavaScript.
 */
export function OrderLinkPage({ action }: Extract<ShopPage, { kind: 'order-link' }>) {
  const { over, overText, send, sent, sentText, shop } = ordersMessages().link;
  if (action === '')
    return (
      <EmptyState drawing={<ParcelDrawing />} title={sent} text={sentText} isPage>
        <a href={shopPath('/products')}>{shop}</a>
      </EmptyState>
    );
  return (
    <EmptyState drawing={<ParcelDrawing />} title={over} text={overText} isPage>
      <form method="post" action={action}>
        <button>{send}</button>
      </form>
    </EmptyState>
  );
}
