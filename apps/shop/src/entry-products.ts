import { Catalogue } from './Catalogue.tsx';
import { hydrateShop } from './hydrate.tsx';
import { setMessages } from './messages.ts';
import { en } from './messages/en.ts';
import { addPageCode } from './page-code.ts';
import * as products from './ProductsPage.tsx';

setMessages(en);
addPageCode({ products });
hydrateShop(Catalogue);
