import type { ordersEn } from './messages/orders-en.ts';

/** The texts of orders, apart from the others: whoever only looks around need not fetch them. */
export type OrderMessages = typeof ordersEn;

let spoken: OrderMessages | undefined;

export function speakOfOrders(language: OrderMessages): void {
  spoken = language;
}

export function orderTexts(): OrderMessages {
  if (spoken === undefined) throw new Error('No texts of orders are in use yet: speakOfOrders() makes them so.');
  return spoken;
}
