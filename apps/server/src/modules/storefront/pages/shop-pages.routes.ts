import type { Http } from '#http/calls/serve.ts';
import type { ShopDocument } from '#http/pages/shop-client.ts';
import { createShopPages } from '#http/pages/shop-pages.ts';
import type { Storefront } from '../index.ts';
import { cataloguePagesRoutes, type CataloguePagesOptions } from './catalogue-pages.routes.ts';
import { orderPagesRoutes } from './order-pages.routes.ts';

/** The shop as pages that work without JavaScript. */
export function shopPagesRoutes(
  http: Http,
  storefront: Storefront,
  { document, ...options }: CataloguePagesOptions & { document: ShopDocument },
): void {
  const pages = createShopPages(document);
  cataloguePagesRoutes(http.app, storefront.catalogue, pages, options);
  orderPagesRoutes(http, storefront, pages);
}
