import { en } from '#messages/en.ts';
import { setMessages } from '#messages/messages.ts';
import { setOrderMessages } from '#messages/order-messages.ts';
import { ordersEn } from '#messages/orders-en.ts';
import { OrderFormDocument } from '#order-form/OrderFormDocument.tsx';
import { hydrateShop } from './hydrate.tsx';

setMessages(en);
setOrderMessages(ordersEn);
hydrateShop(OrderFormDocument);
