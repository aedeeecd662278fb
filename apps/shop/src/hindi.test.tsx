import { expect, test } from 'vitest';
import type { ShopPage } from '@bijli/contract/shop-page';
import { NO_ENTRIES } from '@bijli/contract/shop-page';
import type { Product } from '@bijli/contract/storefront';
import { renderShop } from './render.tsx';
import { catalogue, detail, orderView, product, settings } from './testing/shop.tsx';

const translation: Product['translation'] = {
  language: 'hi',
  product_name: 'होम वॉलबॉक्स',
  use: 'घर के लिए',
  description: 'यह दीवार पर लगता है।',
  specification: ['केबल: 5 मी'],
  colours: ['नीम'],
};
const wallbox = product('wb-7', { color_variant: ['Neem'], use: 'For a home', translation });
const untranslated = product('dc-60');
const show = (page: ShopPage, path: string) => renderShop(page, settings, path);
const form: ShopPage = {
  kind: 'order-form',
  product: wallbox,
  colour: 'Neem',
  installation: undefined,
  orderKey: 'a-key',
  fields: NO_ENTRIES,
  problems: { name: 'missing' },
  refusal: '',
  fresh: undefined,
  delivery: null,
};
const PAGES: [string, ShopPage, string][] = [
  ['the catalogue', catalogue([wallbox, untranslated]), '/hi/products'],
  ['a product', detail(wallbox), '/hi/product-order-detail/wb-7'],
  ['the comparison', { kind: 'compare', products: [wallbox, untranslated] }, '/hi/compare?ids=wb-7|dc-60'],
  ['a product that is not there', { kind: 'missing', what: 'product' }, '/hi/product-order-detail/none'],
  ['the order form', form, '/hi/product-order-detail/wb-7/order'],
  ['the way to the payment', { kind: 'payment', url: 'https://pay.example' }, '/hi/order/O-1/pay?sig=to-pay'],
  [
    'an order',
    { kind: 'order', order: orderView(), sig: 'to-read', notice: 'out_of_stock' },
    '/hi/order/O-1?sig=to-read',
  ],
  [
    'a review',
    {
      kind: 'review',
      order: orderView({ state: 'delivered' }),
      action: '/hi/order/O-1/review?sig=to-review',
      isWritten: false,
      rate: '',
      comment: '',
      isWrong: true,
    },
    '/hi/order/O-1/review?sig=to-review',
  ],
  ['the orders', { kind: 'orders' }, '/hi/orders'],
  ['an old link', { kind: 'order-link', action: '/hi/order/O-1/link?sig=old' }, '/hi/order/O-1?sig=old'],
];

test.each(PAGES)('in Hindi %s leads to pages in Hindi, and to itself in English', (_, page, path) => {
  const { entry, body } = show(page, path);
  expect(entry).toMatch(/-hi\.ts$/);
  const leads = [
    ...body.matchAll(
      /(?:href|action|formAction)="(\/(?:hi\/)?(?:products|product-order-detail|compare|orders?)\b[^"]*)"/g,
    ),
  ];
  const [inEnglish, ...others] = leads.map(([, to = '']) => to).filter((to) => !to.startsWith('/hi/'));
  expect([leads.length > 3, others]).toEqual([true, []]);
  const same = path.includes('/pay') ? '/orders' : path.replace('/hi/', '/');
  expect(inEnglish).toBe(same.replaceAll('&', '&amp;'));
  expect(body).toContain('lang="en" hrefLang="en">English</a>');
});

test('the order form has the key that makes sending it twice one order', () => {
  expect(show(form, '/hi/product-order-detail/wb-7/order').body).toContain('name="key" value="a-key"');
});

test('texts of a product are in Hindi if it has them, else in English and marked so', () => {
  const { head, body } = show(detail(wallbox), '/hi/product-order-detail/wb-7');
  for (const text of ['होम', 'यह दीवार पर लगता है।', 'नीम', 'केबल', '5 मी']) expect(body).toContain(text);
  expect(body).not.toContain('It hangs on the wall.');
  expect(head).toContain('<title>होम वॉलबॉक्स · Bijli</title>');
  const english = show(detail(untranslated), '/hi/product-order-detail/dc-60').body;
  expect(english).toContain('<h1 lang="en">');
  expect(english).toMatch(/<p class="[^"]*" lang="en">It hangs on the wall.<\/p>/);
});

test('an order in Hindi is shown in Hindi, and its documents are requested in Hindi', () => {
  const translated = { language: 'hi', product_name: 'होम वॉलबॉक्स', colour: 'नीम' };
  const order = orderView({
    state: 'paid',
    paid_at: '2026-11-20T05:14:00Z',
    invoice_numbers: ['SH-1'],
    translation: translated,
  });
  const { body } = show({ kind: 'order', order, sig: 'to-read', notice: '' }, '/hi/order/O-1?sig=to-read');
  expect(body).toContain('होम वॉलबॉक्स');
  expect(body).toContain('DEMO-WB-74 · नीम');
  expect(body).toContain('भुगतान हो गया। हम पैक कर रहे हैं।');
  expect(body).toContain('20 नव 2026');
  expect(body).toContain('invoice.pdf?sig=to-read&amp;language=hi');
});

test('search engines are given each page in both languages', () => {
  for (const path of ['/product-order-detail/wb-7', '/hi/product-order-detail/wb-7']) {
    const { head } = show(detail(wallbox), path);
    const at = (to: string) => `https://shop.example${to}`;
    expect(head).toContain(`<link rel="canonical" href="${at(path)}">`);
    for (const [language, to] of [
      ['en', '/product-order-detail/wb-7'],
      ['hi', '/hi/product-order-detail/wb-7'],
      ['x-default', '/product-order-detail/wb-7'],
    ] as const)
      expect(head).toContain(`<link rel="alternate" hreflang="${language}" href="${at(to)}">`);
  }
});

test('a page in English keeps only the address of the Hindi page before it', () => {
  show(detail(wallbox), '/hi/product-order-detail/wb-7');
  const { entry, body } = show(catalogue([wallbox]), '/products');
  expect(entry).toBe('src/entries/entry-products.ts');
  expect(body.match(/[\u0900-\u097F]+/g)).toEqual(['हिन्दी']);
  expect(body).toContain('href="/hi/products" lang="hi" hrefLang="hi">');
});
