import { useEffect, useState } from 'react';
import type { OrderView } from '@bijli/contract/storefront';

const LOOK_AGAIN_MS = 4000;

/** The result of asking the server for an order. */
export interface AskedOrder {
  order: OrderView | undefined;
  /**
   * Why there is no order. `link_over`: the link has expired, and a new one can be sent. `opens_nothing`: the link is
   * wrong. `unasked`: the server could not be asked.
   */
  problem?: 'link_over' | 'opens_nothing' | 'unasked';
}

const PROBLEMS: Record<number, AskedOrder['problem']> = { 404: 'opens_nothing', 410: 'link_over' };

/** Asks the server for an order. */
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

/** Hook: the present state of an order. It asks again while a payment or refund is pending. */
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
