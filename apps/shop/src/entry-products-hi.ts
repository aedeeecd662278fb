import { hydrateShop } from './hydrate.tsx';
import { speak } from './messages.ts';
import { hi } from './messages/hi.ts';
import { bringPageCode } from './page-code.ts';
import * as products from './ProductsPage.tsx';
import { Shop } from './Shop.tsx';

speak(hi);
bringPageCode({ products });
hydrateShop(Shop);
