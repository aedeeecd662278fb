import type { OrderState } from '@bijli/contract/shop-orders';

/**
 * The allowed transitions of an order. A released order returns while there is stock, by a late payment or when the
 * buyer tries again. `paid` means not dispatched yet. A service goes from `paid` to `delivered`.
 */
const NEXT: Record<OrderState, readonly OrderState[]> = {
  awaiting_payment: ['paid', 'released'],
  released: ['paid', 'awaiting_payment'],
  paid: ['dispatched', 'delivered', 'cancelled'],
  dispatched: ['delivered', 'cancelled'],
  delivered: ['cancelled'],
  cancelled: [],
};

/** True if the order takes a payment. A buyer who has cancelled does not want it any more, however late the bank is. */
export function canBePaid({ state, reason }: { state: OrderState; reason: string | null }): boolean {
  return canBecome(state, 'paid') && reason !== 'buyer';
}

/**
 * True if the buyer may start a payment. A released order whose late payment is refunded is over. Its buyer orders
 * again.
 */
export function canStartPayment(order: { state: OrderState; reason: string | null }, hasRefund: boolean): boolean {
  return canBePaid(order) && (order.state === 'awaiting_payment' || !hasRefund);
}

export function canBecome(state: OrderState, next: OrderState): boolean {
  return NEXT[state].includes(next);
}
