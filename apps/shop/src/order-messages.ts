import type { ordersEn } from './messages/orders-en.ts';
import { createSpokenMessages } from './spoken-messages.ts';

/** The texts about orders. They are apart, because visitors of the catalogue do not need them. */
export type OrderMessages = typeof ordersEn;

export const { speak: speakOfOrders, messages: orderMessages } = createSpokenMessages<OrderMessages>();
