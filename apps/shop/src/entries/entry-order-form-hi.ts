import { hi } from '#messages/hi.ts';
import { setMessages } from '#messages/messages.ts';
import { orderFormHi } from '#messages/order-form-hi.ts';
import { setOrderFormMessages } from '#messages/order-form-messages.ts';
import { OrderFormDocument } from '#order-form/OrderFormDocument.tsx';
import { hydrateShop } from './hydrate.tsx';

setMessages(hi);
setOrderFormMessages(orderFormHi);
hydrateShop(OrderFormDocument);
