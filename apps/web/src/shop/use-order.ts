import type { OrderView } from '@bijli/contract/storefront';
import { useEffect, useState } from 'react';

const LOOK_AGAIN_MS = 4000;

/** What asking for an order brought. */
export interface AskedOrder {
  /** Undefined when its link opens nothing, or the server could not be asked. */
  order: OrderView | undefined;
  /** Its link is ours, but too old: a fresh one can be sent. */
  isLinkOver: boolean;
}

/** How an order stands. */
export async function askOrder(reference: string, sig: string): Promise<AskedOrder> {
  try {
    const answer = await fetch(`/api-v1/open/order/${reference}?sig=${encodeURIComponent(sig)}`);
    const order = answer.ok ? ((await answer.json()) as OrderView) : undefined;
    return { order, isLinkOver: answer.status === 410 };
  } catch (error) {
    console.warn('The order could not be asked after', error);
    return { order: undefined, isLinkOver: false };
  }
}

/** The order as it stands now: asked for again while a payment or a refund is on its way. */
export function useOrder(first: OrderView, sig: string): OrderView {
  const [order, setOrder] = useState(first);
  const isMoving = order.state === 'awaiting_payment' || order.refund === 'pending';
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(async () => {
      const { order: now } = await askOrder(order.reference, sig);
      if (now) setOrder(now);
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isMoving, order.reference, sig]);
  return order;
}
