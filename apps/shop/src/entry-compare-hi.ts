import { Catalogue } from './Catalogue.tsx';
import * as compare from './ComparePage.tsx';
import { hydrateShop } from './hydrate.tsx';
import { setMessages } from './messages.ts';
import { hi } from './messages/hi.ts';
import { addPageCode } from './page-code.ts';

setMessages(hi);
addPageCode({ compare });
hydrateShop(Catalogue);
