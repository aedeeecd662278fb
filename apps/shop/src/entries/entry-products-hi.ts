import { Catalogue } from '#catalogue/Catalogue.tsx';
import { addPageCode } from '#catalogue/page-code.ts';
import { finderHi } from '#messages/finder-hi.ts';
import { setFinderMessages } from '#messages/finder-messages.ts';
import { hi } from '#messages/hi.ts';
import { setMessages } from '#messages/messages.ts';
import * as products from '#products/ProductsPage.tsx';
import { hydrateShop } from './hydrate.tsx';

setMessages(hi);
setFinderMessages(finderHi);
addPageCode({ products });
hydrateShop(Catalogue);
