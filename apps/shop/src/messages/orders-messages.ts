import { createMessageHolder } from './message-holder.ts';
import type { ordersEn } from './orders-en.ts';

/** The texts about orders that are placed. They are apart, because visitors of the catalogue do not need them. */
export type OrdersMessages = typeof ordersEn;

export const { setMessages: setOrdersMessages, messages: ordersMessages } = createMessageHolder<OrdersMessages>();
