import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#db/database.ts';
import { createShopPages } from '#http/pages/shop-pages.ts';
import { testDatabase } from '#testing/database.ts';
import { testServer } from '#testing/server.ts';
import { PRODUCT_ROW, insertProducts } from '#testing/shop-fixture.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import { cataloguePagesRoutes } from './catalogue-pages.routes.ts';

let app: FastifyInstance;
let database: Database;
let rendered = 0;

beforeAll(async () => {
  database = await testDatabase();
  await insertProducts(database, PRODUCT_ROW, { ...PRODUCT_ROW, sku: 'WB-11' });
  app = await testServer();
  const pages = createShopPages((page, path, theme) => {
    rendered += 1;
    return `${page.kind} ${path} ${theme ?? ''} ${page.kind === 'product' ? page.product.quantaty : ''}`;
  });
  const options = { publicUrl: 'https://bijli.example', vehicles: async () => [] };
  const catalogue = createCatalogue(database);
  cataloguePagesRoutes(app, catalogue, pages, options);
});
afterAll(() => app.close());

test('the sitemap names the catalogue and every product on sale', async () => {
  const { headers, body } = await app.inject('/sitemap.xml');
  expect(headers['content-type']).toBe('application/xml; charset=utf-8');
  expect([...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
    'https://bijli.example/products',
    'https://bijli.example/product-order-detail/wb-7',
    'https://bijli.example/product-order-detail/wb-11',
    'https://bijli.example/hi/products',
    'https://bijli.example/hi/product-order-detail/wb-7',
    'https://bijli.example/hi/product-order-detail/wb-11',
  ]);
  for (const [language, path] of [
    ['en', '/products'],
    ['hi', '/hi/products'],
  ] as const) {
    const alternate = `hreflang="${language}" href="https://bijli.example${path}"/>`;
    expect(body.split(alternate)).toHaveLength(3);
  }
});

test('crawlers are shown the sitemap and kept away from orders and order forms', async () => {
  const { headers, body } = await app.inject('/robots.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const lines = body.split('\n');
  for (const prefix of ['', '/hi']) {
    expect(lines).toContain(`Disallow: ${prefix}/order/`);
    expect(lines).toContain(`Disallow: ${prefix}/product-order-detail/*/order`);
  }
  expect(lines).toContain('Sitemap: https://bijli.example/sitemap.xml');
});

test('a page is rendered once for each theme, language and state of the catalogue', async () => {
  const ask = (cookie = '') => app.inject({ url: '/product-order-detail/wb-7', headers: { cookie } });
  const before = rendered;
  const first = await ask();
  expect(first.body).toBe('product /product-order-detail/wb-7  5');
  expect(first.headers['vary']).toBe('accept-encoding, cookie');
  await ask();
  expect(rendered).toBe(before + 1);
  expect((await ask('theme=dark')).body).toContain(' dark ');
  expect(rendered).toBe(before + 2);
  const inHindi = await app.inject('/hi/product-order-detail/wb-7');
  expect(inHindi.body).toBe('product /hi/product-order-detail/wb-7  5');
  await ask();
  expect(rendered).toBe(before + 3);
  await insertProducts(database, { ...PRODUCT_ROW, stock: 1 });
  expect((await ask()).body).toBe('product /product-order-detail/wb-7  1');
});

test('a typed address opens in the language that was chosen in the app, and a link as it is', async () => {
  const ask = (url: string, cookie: string, from: string) =>
    app.inject({ url, headers: { cookie, 'sec-fetch-site': from } });
  const typed = await ask('/products?connector=2', 'theme=dark; language=hi', 'none');
  expect([typed.statusCode, typed.headers['location']]).toEqual([302, '/hi/products?connector=2']);
  expect(typed.headers['cache-control']).toBe('no-store');
  for (const [url, cookie, from] of [
    ['/products', 'language=hi', 'same-origin'],
    ['/products', 'language=en', 'none'],
    ['/hi/products', 'language=hi', 'none'],
  ] as const)
    expect((await ask(url, cookie, from)).statusCode).toBe(200);
});

test('characters that the database cannot store filter out nothing', async () => {
  for (const query of ['q=%00', 'connector=2%00', 'category=ac&category=%00']) {
    const { statusCode, body } = await app.inject(`/products?${query}`);
    expect([statusCode, body]).toEqual([200, 'products /products  ']);
  }
});

test.each([
  ['/shop', '/products'],
  ['/shop/', '/products'],
  ['/hi/shop', '/hi/products'],
])('%s redirects to %s permanently', async (guessed, catalogue) => {
  const { statusCode, headers } = await app.inject(guessed);
  expect([statusCode, headers['location']]).toEqual([301, catalogue]);
});

test('an unknown product is a page with status 404 that is not cached', async () => {
  const { statusCode, headers, body } = await app.inject('/product-order-detail/nothing');
  expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store']);
  expect(body).toMatch(/^missing /);
});

test.each([
  ['/products/', '/products'],
  ['/hi/products/?q=wall/', '/hi/products?q=wall/'],
  ['/product-order-detail/wb-7/', '/product-order-detail/wb-7'],
  ['/compare/?ids=wb-7', '/compare?ids=wb-7'],
  ['/orders/', '/orders'],
])('%s, with a slash at its end, leads to %s', async (url, location) => {
  const { statusCode, headers } = await app.inject({ url, headers: { accept: 'text/html' } });
  expect([statusCode, headers.location]).toEqual([301, location]);
});
