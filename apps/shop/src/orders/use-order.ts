import { useEffect, useState } from 'react';
import type { OrderView } from '@bijli/contract/shop-orders';

const LOOK_AGAIN_MS = 4000;

/** The result of asking the server for an order. */
export interface FetchedOrder {
  order: OrderView | undefined;
  /** Why there is no order: its link has expired, the link is wrong, or the server gave no answer. */
  problem?: 'expired' | 'wrong_link' | 'no_answer';
}

const PROBLEMS: Record<number, FetchedOrder['problem']> = { 404: 'wrong_link', 410: 'expired' };

/** Asks the server for an order. */
export async function fetchOrder(reference: string, sig: string): Promise<FetchedOrder> {
  try {
    const answer = await fetch(`/api-v1/open/order/${reference}?sig=${encodeURIComponent(sig)}`);
    if (answer.ok) return { order: (await answer.json()) as OrderView };
    return { order: undefined, problem: PROBLEMS[answer.status] ?? 'no_answer' };
  } catch (error) {
    console.warn('The order could not be fetched', error);
    return { order: undefined, problem: 'no_answer' };
  }
}

/** Hook: the present state of an order. It asks again while a payment or refund is pending. */
export function useOrder(first: OrderView, sig: string): OrderView {
  const [order, setOrder] = useState(first);
  const isMoving = order.state === 'awaiting_payment' || order.refund === 'pending';
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(async () => {
      const { order: now } = await fetchOrder(order.reference, sig);
      if (now) setOrder(now);
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isMoving, order.reference, sig]);
  return order;
}
