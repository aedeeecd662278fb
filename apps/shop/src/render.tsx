import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import type { RenderShop } from '@bijli/contract/shop-page';
import { headOf } from './head.ts';
import { OrderShop } from './OrderShop.tsx';
import { Shop } from './Shop.tsx';

/** Renders a page of the shop: the one function that the server knows of it. */
export const renderShop: RenderShop = (page, settings, path) => {
  const isOrder = ['order', 'orders', 'order-form', 'order-link', 'payment'].includes(page.kind);
  const Taken = isOrder ? OrderShop : Shop;
  return {
    entry: isOrder ? 'src/entry-order.ts' : 'src/entry-catalogue.ts',
    head: headOf(page, settings),
    body: renderToString(
      <StrictMode>
        <Taken first={page} settings={settings} path={path} />
      </StrictMode>,
    ),
  };
};
