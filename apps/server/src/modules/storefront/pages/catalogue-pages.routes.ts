import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { shopPathIn, SHOP_LANGUAGES, type ShopLanguage } from '@bijli/contract/shop-language';
import { MAX_COMPARED, connectorsOfProduct, filterAddress, matchingProducts } from '@bijli/contract/shop-rules';
import { productFilter } from '@bijli/contract/storefront';
import type { ShopPages } from '#http/pages/shop-pages.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import {
  shopCarOf,
  compatibleVehicles,
  connectorTypesFor,
  type ShopVehicle,
} from '../catalogue/compatible-vehicles.ts';
import { PAGE, pageIn } from './typed-address.routes.ts';

export interface CataloguePagesOptions {
  publicUrl: string;
  vehicles(): Promise<ShopVehicle[]>;
}

/** The catalogue, product pages and comparison as complete HTML, and the files for crawlers. */
export function cataloguePagesRoutes(
  app: FastifyInstance,
  catalogue: Catalogue,
  pages: ShopPages,
  options: CataloguePagesOptions,
): void {
  for (const language of SHOP_LANGUAGES) pagesIn(language, app, { catalogue, pages, ...options });
  crawlerRoutes(app, catalogue, options);
}

function pagesIn(
  language: ShopLanguage,
  app: FastifyInstance,
  { catalogue, pages, vehicles }: CataloguePagesOptions & { catalogue: Catalogue; pages: ShopPages },
): void {
  const at = (path: string): string => shopPathIn(language, path);
  const page = pageIn(language);

  // The address that people guess.
  for (const guessed of ['/shop', '/shop/'])
    app.get(at(guessed), PAGE, (_request, reply) => reply.redirect(at('/products'), 301));
  // Addresses are passed on with a slash at the end of their path.
  for (const path of ['/products/', '/product-order-detail/:id/', '/compare/', '/orders/'])
    app.get(at(path), PAGE, (request, reply) => reply.redirect(request.url.replace(/\/(?=\?|$)/, ''), 301));
  app.get(at('/products'), page, async (request, reply) => {
    const filter = parseFilter(request.query);
    const fits = filter.car ? connectorTypesFor(filter.car, await vehicles()) : undefined;
    const { version, products } = await catalogue.list(filter, { fits, language });
    return pages.shared(request, reply, { address: at(filterAddress(filter)), version }, async () => {
      const everything = (await catalogue.list({})).products;
      const cars = (await vehicles()).map(shopCarOf);
      return { kind: 'products', filter, products, connectors: connectorsOfProduct(everything), cars };
    });
  });

  app.get<{ Params: { id: string } }>(at('/product-order-detail/:id'), page, async (request, reply) => {
    const detail = await catalogue.findProductAnswer(request.params.id, language);
    if (!detail) return pages.missing(request, reply, 'product');
    const { product, version } = detail;
    const address = at(`/product-order-detail/${product.id}`);
    return pages.shared(request, reply, { address, version }, async () => {
      const others = (await catalogue.list({}, { language })).products;
      const compatible = compatibleVehicles(product, await vehicles());
      return { kind: 'product', product, compatible, goesWith: matchingProducts(product, others) };
    });
  });

  app.get<{ Querystring: { ids?: string | string[] } }>(at('/compare'), page, async (request, reply) => {
    const askedIds = [request.query.ids ?? ''].flat().join('|').split('|');
    const details = await Promise.all(
      askedIds.slice(0, MAX_COMPARED).map((id) => catalogue.findProductAnswer(id, language)),
    );
    const products = details.flatMap((one) => (one ? [one.product] : []));
    const ids = products.map(({ id }) => id).join('|');
    const address = at(ids === '' ? '/compare' : `/compare?ids=${encodeURIComponent(ids)}`);
    const version = details.map((one) => one?.version ?? '').join('.');
    return pages.shared(request, reply, { address, version }, () => ({ kind: 'compare', products }));
  });
}

function crawlerRoutes(app: FastifyInstance, catalogue: Catalogue, { publicUrl }: CataloguePagesOptions): void {
  app.get('/robots.txt', PAGE, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(`User-agent: *
Allow: /products
Allow: /product-order-detail/
Allow: /hi/products
Allow: /hi/product-order-detail/
Disallow: /order/
Disallow: /product-order-detail/*/order
Disallow: /hi/order/
Disallow: /hi/product-order-detail/*/order
Sitemap: ${publicUrl}/sitemap.xml
`),
  );

  app.get('/sitemap.xml', PAGE, async (_request, reply) => {
    const { products } = await catalogue.list({});
    const paths = ['/products', ...products.map(({ id }) => `/product-order-detail/${id}`)];
    const alternates = (path: string): string =>
      SHOP_LANGUAGES.map(
        (language) =>
          `<xhtml:link rel="alternate" hreflang="${language}" href="${publicUrl}${shopPathIn(language, path)}"/>`,
      ).join('');
    const urls = SHOP_LANGUAGES.flatMap((language) =>
      paths.map((path) => `<url><loc>${publicUrl}${shopPathIn(language, path)}</loc>${alternates(path)}</url>`),
    ).join('\n');
    return reply.type('application/xml; charset=utf-8').send(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls}
</urlset>
`);
  });
}

function parseFilter(query: unknown): z.output<typeof productFilter> {
  // A form with buttons sends a field twice: its old value, and the pressed button. PostgreSQL cannot store NUL.
  const last = Object.entries(query ?? {})
    .map(([name, value]): [string, unknown] => [name, [value].flat().at(-1)])
    .filter(([, value]) => !String(value).includes('\0'));
  const parsed = z.safeParse(productFilter, Object.fromEntries(last));
  return parsed.success ? parsed.data : {};
}
