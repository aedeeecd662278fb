import * as compare from './ComparePage.tsx';
import { hydrateShop } from './hydrate.tsx';
import { speak } from './messages.ts';
import { en } from './messages/en.ts';
import { bringPageCode } from './page-code.ts';
import { Shop } from './Shop.tsx';

speak(en);
bringPageCode({ compare });
hydrateShop(Shop);
