import { takeOver } from './hydrate.tsx';
import { Shop } from './Shop.tsx';

takeOver(Shop);
