import { Catalogue } from '#catalogue/Catalogue.tsx';
import { addPageCode } from '#catalogue/page-code.ts';
import * as compare from '#compare/ComparePage.tsx';
import { compareEn } from '#messages/compare-en.ts';
import { setCompareMessages } from '#messages/compare-messages.ts';
import { en } from '#messages/en.ts';
import { setMessages } from '#messages/messages.ts';
import { hydrateShop } from './hydrate.tsx';

setMessages(en);
setCompareMessages(compareEn);
addPageCode({ compare });
hydrateShop(Catalogue);
