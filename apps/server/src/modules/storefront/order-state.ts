import type { OrderState } from '@bijli/contract/storefront';

/**
 * How orders move. Whatever is not here does not happen. A released order comes back while there is stock, by a late payment or when
 * the buyer tries again. An order that is not dispatched yet is `paid`; a service goes from `paid` to `delivered`.
 */
const NEXT: Record<OrderState, readonly OrderState[]> = {
  awaiting_payment: ['paid', 'released'],
  released: ['paid', 'awaiting_payment'],
  paid: ['dispatched', 'delivered', 'cancelled'],
  dispatched: ['delivered', 'cancelled'],
  delivered: ['cancelled'],
  cancelled: [],
};

export function canBecome(state: OrderState, next: OrderState): boolean {
  return NEXT[state].includes(next);
}
