import { createMessageHolder } from './message-holder.ts';
import type { orderFormEn } from './order-form-en.ts';

/** The texts of the order form. They are apart, because visitors of the catalogue do not need them until they order. */
export type OrderFormMessages = typeof orderFormEn;

export const { setMessages: setOrderFormMessages, messages: orderFormMessages } =
  createMessageHolder<OrderFormMessages>();
