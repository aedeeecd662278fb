import { Catalogue } from '#catalogue/Catalogue.tsx';
import { addPageCode } from '#catalogue/page-code.ts';
import * as compare from '#compare/ComparePage.tsx';
import { compareHi } from '#messages/compare-hi.ts';
import { setCompareMessages } from '#messages/compare-messages.ts';
import { hi } from '#messages/hi.ts';
import { setMessages } from '#messages/messages.ts';
import { hydrateShop } from './hydrate.tsx';

setMessages(hi);
setCompareMessages(compareHi);
addPageCode({ compare });
hydrateShop(Catalogue);
