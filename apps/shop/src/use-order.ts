import { useEffect, useState } from 'react';
import type { OrderView } from '@bijli/contract/storefront';

const LOOK_AGAIN_MS = 4000;

/** What asking for an order brought. */
export interface AskedOrder {
  order: OrderView | undefined;
  /** Why there is none. A link that is over is ours, and a fresh one can be sent; one that opens nothing never will. */
  problem?: 'link_over' | 'opens_nothing' | 'unasked';
}

const PROBLEMS: Record<number, AskedOrder['problem']> = { 404: 'opens_nothing', 410: 'link_over' };

/** How an order stands. */
export async function askOrder(reference: string, sig: string): Promise<AskedOrder> {
  try {
    const answer = await fetch(`/api-v1/open/order/${reference}?sig=${encodeURIComponent(sig)}`);
    if (answer.ok) return { order: (await answer.json()) as OrderView };
    return { order: undefined, problem: PROBLEMS[answer.status] ?? 'unasked' };
  } catch (error) {
    console.warn('The order could not be asked after', error);
    return { order: undefined, problem: 'unasked' };
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
