import { StrictMode, type ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { languageOf } from '@bijli/contract/shop-language';
import type { RenderShop, ShopPage } from '@bijli/contract/shop-page';
import { Catalogue, type ShopProps } from './catalogue/Catalogue.tsx';
import { addPageCode } from './catalogue/page-code.ts';
import * as compare from './compare/ComparePage.tsx';
import { entryFile, type EntryKind } from './entries/entries.ts';
import { headOf } from './frame/head.ts';
import { compareEn } from './messages/compare-en.ts';
import { compareHi } from './messages/compare-hi.ts';
import { setCompareMessages } from './messages/compare-messages.ts';
import { en } from './messages/en.ts';
import { finderEn } from './messages/finder-en.ts';
import { finderHi } from './messages/finder-hi.ts';
import { setFinderMessages } from './messages/finder-messages.ts';
import { hi } from './messages/hi.ts';
import { setMessages } from './messages/messages.ts';
import { orderFormEn } from './messages/order-form-en.ts';
import { orderFormHi } from './messages/order-form-hi.ts';
import { setOrderFormMessages } from './messages/order-form-messages.ts';
import { ordersEn } from './messages/orders-en.ts';
import { ordersHi } from './messages/orders-hi.ts';
import { setOrdersMessages } from './messages/orders-messages.ts';
import { OrderFormDocument } from './order-form/OrderFormDocument.tsx';
import { OrderDocument } from './orders/OrderDocument.tsx';
import { OrdersDocument } from './orders/OrdersDocument.tsx';
import * as product from './product/ProductPage.tsx';
import * as products from './products/ProductsPage.tsx';
import { ReviewDocument } from './review/ReviewDocument.tsx';

const LANGUAGES = {
  en: { messages: en, finder: finderEn, comparison: compareEn, orderForm: orderFormEn, orders: ordersEn },
  hi: { messages: hi, finder: finderHi, comparison: compareHi, orderForm: orderFormHi, orders: ordersHi },
};

const DOCUMENT_OF_ENTRY: Record<EntryKind, ComponentType<ShopProps>> = {
  products: Catalogue,
  product: Catalogue,
  compare: Catalogue,
  'order-form': OrderFormDocument,
  order: OrderDocument,
  orders: OrdersDocument,
  review: ReviewDocument,
};

/** The entry that the browser loads for each kind of page. */
const ENTRY_OF_PAGE: Record<ShopPage['kind'], EntryKind> = {
  products: 'products',
  product: 'product',
  missing: 'product',
  compare: 'compare',
  'order-form': 'order-form',
  payment: 'order',
  orders: 'orders',
  review: 'review',
  order: 'order',
  'order-link': 'order',
};

addPageCode({ products, product, compare });

/** Renders a page in the language of its address. The server knows nothing else of the shop's code. */
export const renderShop: RenderShop = (page, settings, path) => {
  const language = languageOf(path);
  const { messages, finder, comparison, orderForm, orders } = LANGUAGES[language];
  // The language is set for the whole process. That is safe, because rendering awaits nothing.
  setMessages(messages);
  setFinderMessages(finder);
  setCompareMessages(comparison);
  setOrderFormMessages(orderForm);
  setOrdersMessages(orders);
  const kind = ENTRY_OF_PAGE[page.kind];
  const EntryDocument = DOCUMENT_OF_ENTRY[kind];
  return {
    entry: entryFile(kind, language),
    head: headOf(page, settings),
    body: renderToString(
      <StrictMode>
        <EntryDocument first={page} settings={settings} path={path} />
      </StrictMode>,
    ),
  };
};
