import { hydrateShop } from './hydrate.tsx';
import { speak } from './messages.ts';
import { en } from './messages/en.ts';
import { bringPageCode } from './page-code.ts';
import * as product from './ProductPage.tsx';
import { Shop } from './Shop.tsx';

speak(en);
bringPageCode({ product });
hydrateShop(Shop);
