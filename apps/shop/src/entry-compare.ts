import { Catalogue } from './Catalogue.tsx';
import * as compare from './ComparePage.tsx';
import { hydrateShop } from './hydrate.tsx';
import { setMessages } from './messages.ts';
import { en } from './messages/en.ts';
import { addPageCode } from './page-code.ts';

setMessages(en);
addPageCode({ compare });
hydrateShop(Catalogue);
