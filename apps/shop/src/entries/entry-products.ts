import { Catalogue } from '#catalogue/Catalogue.tsx';
import { addPageCode } from '#catalogue/page-code.ts';
import { en } from '#messages/en.ts';
import { finderEn } from '#messages/finder-en.ts';
import { setFinderMessages } from '#messages/finder-messages.ts';
import { setMessages } from '#messages/messages.ts';
import * as products from '#products/ProductsPage.tsx';
import { hydrateShop } from './hydrate.tsx';

setMessages(en);
setFinderMessages(finderEn);
addPageCode({ products });
hydrateShop(Catalogue);
