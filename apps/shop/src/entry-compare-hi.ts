import { Catalogue } from './Catalogue.tsx';
import { setCompareMessages } from './compare-messages.ts';
import * as compare from './ComparePage.tsx';
import { hydrateShop } from './hydrate.tsx';
import { setMessages } from './messages.ts';
import { compareHi } from './messages/compare-hi.ts';
import { hi } from './messages/hi.ts';
import { addPageCode } from './page-code.ts';

setMessages(hi);
setCompareMessages(compareHi);
addPageCode({ compare });
hydrateShop(Catalogue);
