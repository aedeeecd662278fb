import { takeOver } from './hydrate.tsx';
import { OrderPage } from './OrderPage.tsx';

takeOver(OrderPage);
