import { hydrateShop } from './hydrate.tsx';
import { setMessages } from './messages.ts';
import { en } from './messages/en.ts';
import { ordersEn } from './messages/orders-en.ts';
import { setOrderMessages } from './order-messages.ts';
import { OrderDocument } from './OrderDocument.tsx';

setMessages(en);
setOrderMessages(ordersEn);
hydrateShop(OrderDocument);
