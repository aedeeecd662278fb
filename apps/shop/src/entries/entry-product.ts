import { Catalogue } from '#catalogue/Catalogue.tsx';
import { addPageCode } from '#catalogue/page-code.ts';
import { en } from '#messages/en.ts';
import { setMessages } from '#messages/messages.ts';
import * as product from '#product/ProductPage.tsx';
import { hydrateShop } from './hydrate.tsx';

setMessages(en);
addPageCode({ product });
hydrateShop(Catalogue);
