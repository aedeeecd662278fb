import type { RenderShop } from '@bijli/contract/shop-page';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { CataloguePage } from './CataloguePage.tsx';
import { headOf } from './head.ts';
import { OrderPage } from './OrderPage.tsx';
import { Shop } from './Shop.tsx';

/** Renders a page of the shop: the one function that the server knows of it. */
export const renderShop: RenderShop = (page, settings, path) => {
  const isOrder = ['order', 'order-form', 'payment'].includes(page.kind);
  return {
    entry: isOrder ? 'src/shop/entry-order.ts' : 'src/shop/entry-catalogue.ts',
    head: headOf(page, settings),
    body: renderToString(
      <StrictMode>
        <Shop first={page} settings={settings} path={path} Page={isOrder ? OrderPage : CataloguePage} />
      </StrictMode>,
    ),
  };
};
