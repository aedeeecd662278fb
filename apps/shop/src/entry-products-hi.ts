import { Catalogue } from './Catalogue.tsx';
import { hydrateShop } from './hydrate.tsx';
import { setMessages } from './messages.ts';
import { hi } from './messages/hi.ts';
import { addPageCode } from './page-code.ts';
import * as products from './ProductsPage.tsx';

setMessages(hi);
addPageCode({ products });
hydrateShop(Catalogue);
