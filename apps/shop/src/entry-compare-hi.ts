import * as compare from './ComparePage.tsx';
import { hydrateShop } from './hydrate.tsx';
import { speak } from './messages.ts';
import { hi } from './messages/hi.ts';
import { bringPageCode } from './page-code.ts';
import { Shop } from './Shop.tsx';

speak(hi);
bringPageCode({ compare });
hydrateShop(Shop);
