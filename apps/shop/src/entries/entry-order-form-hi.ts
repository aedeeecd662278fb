import { hi } from '#messages/hi.ts';
import { setMessages } from '#messages/messages.ts';
import { setOrderMessages } from '#messages/order-messages.ts';
import { ordersHi } from '#messages/orders-hi.ts';
import { OrderFormDocument } from '#order-form/OrderFormDocument.tsx';
import { hydrateShop } from './hydrate.tsx';

setMessages(hi);
setOrderMessages(ordersHi);
hydrateShop(OrderFormDocument);
