import { hydrateShop } from './hydrate.tsx';
import { speak } from './messages.ts';
import { en } from './messages/en.ts';
import { ordersEn } from './messages/orders-en.ts';
import { speakOfOrders } from './order-messages.ts';
import { ReviewShop } from './ReviewShop.tsx';

speak(en);
speakOfOrders(ordersEn);
hydrateShop(ReviewShop);
