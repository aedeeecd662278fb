import { en } from '#messages/en.ts';
import { setMessages } from '#messages/messages.ts';
import { orderFormEn } from '#messages/order-form-en.ts';
import { setOrderFormMessages } from '#messages/order-form-messages.ts';
import { OrderFormDocument } from '#order-form/OrderFormDocument.tsx';
import { hydrateShop } from './hydrate.tsx';

setMessages(en);
setOrderFormMessages(orderFormEn);
hydrateShop(OrderFormDocument);
