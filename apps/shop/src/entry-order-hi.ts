import { hydrateShop } from './hydrate.tsx';
import { speak } from './messages.ts';
import { hi } from './messages/hi.ts';
import { ordersHi } from './messages/orders-hi.ts';
import { speakOfOrders } from './order-messages.ts';
import { OrderShop } from './OrderShop.tsx';

speak(hi);
speakOfOrders(ordersHi);
hydrateShop(OrderShop);
