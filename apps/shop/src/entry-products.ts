import { hydrateShop } from './hydrate.tsx';
import { speak } from './messages.ts';
import { en } from './messages/en.ts';
import { bringPageCode } from './page-code.ts';
import * as products from './ProductsPage.tsx';
import { Shop } from './Shop.tsx';

speak(en);
bringPageCode({ products });
hydrateShop(Shop);
