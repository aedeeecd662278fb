import { Catalogue } from '#catalogue/Catalogue.tsx';
import { addPageCode } from '#catalogue/page-code.ts';
import { hi } from '#messages/hi.ts';
import { setMessages } from '#messages/messages.ts';
import * as product from '#product/ProductPage.tsx';
import { hydrateShop } from './hydrate.tsx';

setMessages(hi);
addPageCode({ product });
hydrateShop(Catalogue);
