import { hydrateShop } from './hydrate.tsx';
import { speak } from './messages.ts';
import { hi } from './messages/hi.ts';
import { bringPageCode } from './page-code.ts';
import * as product from './ProductPage.tsx';
import { Shop } from './Shop.tsx';

speak(hi);
bringPageCode({ product });
hydrateShop(Shop);
