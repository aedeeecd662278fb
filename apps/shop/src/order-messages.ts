import type { ordersEn } from './messages/orders-en.ts';

/** The texts of orders, apart from the others: whoever only looks around need not fetch them. */
export type OrderMessages = typeof ordersEn;

let inUse: OrderMessages | undefined;

export function speakOfOrders(language: OrderMessages): void {
  inUse = language;
}

export function orderMessages(): OrderMessages {
  if (inUse === undefined) throw new Error('No texts of orders are in use yet: speakOfOrders() makes them so.');
  return inUse;
}
