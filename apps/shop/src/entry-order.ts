import { takeOver } from './hydrate.tsx';
import { OrderShop } from './OrderShop.tsx';

takeOver(OrderShop);
