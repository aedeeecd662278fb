import { Catalogue } from './Catalogue.tsx';
import { setFinderMessages } from './finder-messages.ts';
import { hydrateShop } from './hydrate.tsx';
import { setMessages } from './messages.ts';
import { en } from './messages/en.ts';
import { finderEn } from './messages/finder-en.ts';
import { addPageCode } from './page-code.ts';
import * as products from './ProductsPage.tsx';

setMessages(en);
setFinderMessages(finderEn);
addPageCode({ products });
hydrateShop(Catalogue);
