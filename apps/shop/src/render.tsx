import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { languageOf } from '@bijli/contract/shop-language';
import type { RenderShop, ShopPage } from '@bijli/contract/shop-page';
import * as compare from './ComparePage.tsx';
import { headOf } from './head.ts';
import { speak } from './messages.ts';
import { en } from './messages/en.ts';
import { hi } from './messages/hi.ts';
import { ordersEn } from './messages/orders-en.ts';
import { ordersHi } from './messages/orders-hi.ts';
import { speakOfOrders } from './order-messages.ts';
import { OrderFormShop } from './OrderFormShop.tsx';
import { OrderShop } from './OrderShop.tsx';
import { OrdersShop } from './OrdersShop.tsx';
import { bringPageCode } from './page-code.ts';
import * as product from './ProductPage.tsx';
import * as products from './ProductsPage.tsx';
import { ReviewShop } from './ReviewShop.tsx';
import { Shop } from './Shop.tsx';

const LANGUAGES = {
  en: { messages: en, orders: ordersEn, entry: '' },
  hi: { messages: hi, orders: ordersHi, entry: '-hi' },
};

const SHOP_OF_ENTRY = {
  products: Shop,
  product: Shop,
  compare: Shop,
  'order-form': OrderFormShop,
  order: OrderShop,
  orders: OrdersShop,
  review: ReviewShop,
};
type EntryKind = keyof typeof SHOP_OF_ENTRY;

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

bringPageCode({ products, product, compare });

/** Renders a page in the language of its address. The server knows nothing else of the shop's code. */
export const renderShop: RenderShop = (page, settings, path) => {
  const { messages, orders, entry } = LANGUAGES[languageOf(path)];
  // The language is set for the whole process. That is safe, because rendering awaits nothing.
  speak(messages);
  speakOfOrders(orders);
  const kind = ENTRY_OF_PAGE[page.kind];
  const EntryShop = SHOP_OF_ENTRY[kind];
  return {
    entry: `src/entry-${kind}${entry}.ts`,
    head: headOf(page, settings),
    body: renderToString(
      <StrictMode>
        <EntryShop first={page} settings={settings} path={path} />
      </StrictMode>,
    ),
  };
};
