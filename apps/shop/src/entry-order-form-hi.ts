import { hydrateShop } from './hydrate.tsx';
import { setMessages } from './messages.ts';
import { hi } from './messages/hi.ts';
import { ordersHi } from './messages/orders-hi.ts';
import { setOrderMessages } from './order-messages.ts';
import { OrderFormDocument } from './OrderFormDocument.tsx';

setMessages(hi);
setOrderMessages(ordersHi);
hydrateShop(OrderFormDocument);
