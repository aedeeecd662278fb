import { createMessageHolder } from './message-holder.ts';
import type { ordersEn } from './orders-en.ts';

/** The texts about orders that are placed. They are apart, because visitors of the catalogue do not need them. */
export type OrderMessages = typeof ordersEn;

export const { setMessages: setOrderMessages, messages: orderMessages } = createMessageHolder<OrderMessages>();
