import type { ordersEn } from './messages/orders-en.ts';
import { createSpokenMessages } from './spoken-messages.ts';

/** The texts of orders, apart from the others: whoever only looks around need not fetch them. */
export type OrderMessages = typeof ordersEn;

export const { speak: speakOfOrders, messages: orderMessages } = createSpokenMessages<OrderMessages>();
