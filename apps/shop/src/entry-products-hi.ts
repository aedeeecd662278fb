import { Catalogue } from './Catalogue.tsx';
import { setFinderMessages } from './finder-messages.ts';
import { hydrateShop } from './hydrate.tsx';
import { setMessages } from './messages.ts';
import { finderHi } from './messages/finder-hi.ts';
import { hi } from './messages/hi.ts';
import { addPageCode } from './page-code.ts';
import * as products from './ProductsPage.tsx';

setMessages(hi);
setFinderMessages(finderHi);
addPageCode({ products });
hydrateShop(Catalogue);
