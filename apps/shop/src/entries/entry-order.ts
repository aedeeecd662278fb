import { en } from '#messages/en.ts';
import { setMessages } from '#messages/messages.ts';
import { setOrderMessages } from '#messages/order-messages.ts';
import { ordersEn } from '#messages/orders-en.ts';
import { OrderDocument } from '#orders/OrderDocument.tsx';
import { hydrateShop } from './hydrate.tsx';

setMessages(en);
setOrderMessages(ordersEn);
hydrateShop(OrderDocument);
