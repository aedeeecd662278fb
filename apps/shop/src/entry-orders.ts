import { hydrateShop } from './hydrate.tsx';
import { speak } from './messages.ts';
import { en } from './messages/en.ts';
import { ordersEn } from './messages/orders-en.ts';
import { speakOfOrders } from './order-messages.ts';
import { OrdersShop } from './OrdersShop.tsx';

speak(en);
speakOfOrders(ordersEn);
hydrateShop(OrdersShop);
