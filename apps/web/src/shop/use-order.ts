import type { OrderView } from '@bijli/contract/storefront';
import { useEffect, useState } from 'react';

const LOOK_AGAIN_MS = 4000;

/** How an order stands; undefined when its link opens nothing. Throws when the server cannot be reached. */
export async function fetchOrder(reference: string, sig: string): Promise<OrderView | undefined> {
  const answer = await fetch(`/api-v1/open/order/${reference}?sig=${encodeURIComponent(sig)}`);
  return answer.ok ? ((await answer.json()) as OrderView) : undefined;
}

/** The order as it stands now: asked for again while a payment or a refund is on its way. */
export function useOrder(first: OrderView, sig: string): OrderView {
  const [order, setOrder] = useState(first);
  const isMoving = order.state === 'awaiting_payment' || order.refund === 'pending';
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(async () => {
      try {
        const now = await fetchOrder(order.reference, sig);
        if (now) setOrder(now);
      } catch (error) {
        console.warn('The order could not be asked after', error);
      }
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isMoving, order.reference, sig]);
  return order;
}
