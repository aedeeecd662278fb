import { Catalogue } from './Catalogue.tsx';
import { setCompareMessages } from './compare-messages.ts';
import * as compare from './ComparePage.tsx';
import { hydrateShop } from './hydrate.tsx';
import { setMessages } from './messages.ts';
import { compareEn } from './messages/compare-en.ts';
import { en } from './messages/en.ts';
import { addPageCode } from './page-code.ts';

setMessages(en);
setCompareMessages(compareEn);
addPageCode({ compare });
hydrateShop(Catalogue);
