import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShopPage } from '@bijli/contract/shop-page';
import type { Product } from '@bijli/contract/storefront';
import { createHttp } from '#http/calls/serve.ts';
import { createShopPages } from '#http/pages/shop-pages.ts';
import { testApp, type TestApp } from '#testing/app.ts';
import { testServer } from '#testing/server.ts';
import { PRODUCT_ROW, insertPaidOrder, insertProducts } from '#testing/shop-fixture.ts';
import { orderPagesRoutes } from '../pages/order-pages.routes.ts';
import { buyerMessages } from '../storefront.tables.ts';

let stack: TestApp;
let pages: FastifyInstance;
let url = '';
/** What was rendered last. */
let shown: ShopPage | undefined;

beforeAll(async () => {
  stack = await testApp();
  await insertProducts(stack.app.database, PRODUCT_ROW, { ...PRODUCT_ROW, sku: 'OTHER' });
  pages = await testServer();
  const document = createShopPages((page) => {
    shown = page;
    return page.kind;
  });
  orderPagesRoutes(
    createHttp(pages, stack.app.modules.accounts.authenticate, true),
    stack.app.modules.storefront,
    document,
  );
  url = await pages.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => pages.close());

/** An order that has arrived, or not, and the link that its mail has. */
async function order(reference: string, { arrives = true } = {}): Promise<string> {
  const { database, modules } = stack.app;
  await insertPaidOrder(database, reference);
  const { orders } = modules.storefront;
  await orders.dispatch(reference, { carrier: 'Surface', docket: '7204' });
  if (arrives) await orders.markDelivered(reference);
  return (await modules.storefront.viewByReference(reference)).links.review;
}

async function send(link: string, form: Record<string, string> = { rate: '4', comment: ' Quiet and quick. ' }) {
  const answer = await fetch(`${url}${link}`, { method: 'POST', body: new URLSearchParams(form) });
  return { status: answer.status, kind: await answer.text(), page: shown };
}

const product = async (id = 'wb-7'): Promise<Product> =>
  (await (await fetch(`${stack.url}/api-v1/product/details/${id}`)).json()) as Product;

test('a buyer reviews a product once by the link in the e-mail, and everybody reads it when the shop has published it', async () => {
  const { reviews } = stack.app.modules.storefront;
  const link = await order('O-GOOD');
  expect((await stack.app.database.select().from(buyerMessages)).map(({ kind }) => kind)).toContain('delivered');
  expect(await (await fetch(`${url}${link}`)).text()).toBe('review');
  expect(shown).toMatchObject({ isWritten: false, order: { product_name: 'Wallbox 7' } });
  // It opens nothing but the review: nothing of the buyer, no other link, none that lasts longer.
  expect(JSON.stringify(shown).match(/sig=/g)).toHaveLength(1);
  expect(JSON.stringify(shown)).not.toMatch(/Asha|@|pay|cancel/);
  expect(await send(link)).toMatchObject({ status: 200, page: { kind: 'review', isWritten: true } });
  expect(await send(link, { rate: '1' })).toMatchObject({ status: 200, page: { isWritten: true } });
  const [{ review, reference } = expect.unreachable(), ...others] = await reviews.list('waiting', 10);
  expect([reference, others]).toEqual(['O-GOOD', []]);
  expect(review).toMatchObject({ rating: 4, comment: 'Quiet and quick.', name: 'Asha R.', city: 'Bengaluru' });
  expect(await product()).not.toHaveProperty('reviews');

  await reviews.publish(review.id);
  const second = await order('O-FAIR');
  await send(`/hi${second}`, { rate: '3', comment: '' });
  await reviews.publish((await reviews.list('waiting', 10))[0]?.review.id ?? 0);
  expect((await product()).reviews).toMatchObject({
    average: 3.5,
    count: 2,
    latest: [
      { rate: 3, comment: '' },
      { rate: 4, comment: 'Quiet and quick.', name: 'Asha R.' },
    ],
  });
  expect(await product('other')).not.toHaveProperty('reviews');
  await reviews.reject(review.id);
  expect((await product()).reviews).toMatchObject({ average: 3, count: 1 });
  await expect(reviews.publish(999)).rejects.toMatchObject({ code: 'review_unknown' });
});

test.each([
  ['without a signature', (link: string) => link.replace(/\?.*/, '')],
  ['with one that was guessed', (link: string) => link.replace(/sig=.*/, `sig=${'A'.repeat(32)}`)],
  ['with that of another order', (link: string) => link.replace(/O-\w+/, 'O-GOOD')],
  ['with that of the order’s page', (link: string) => link.replace('/review', '').replace('?', '/review?x=1&') + 'x'],
])('%s nobody can open or send the form', async (how, change) => {
  const link = change(await order(`O-${how.length}`));
  const read = await fetch(`${url}${link}`);
  expect([read.status, await read.text()]).toEqual([404, 'missing']);
  expect(await send(link)).toMatchObject({ status: 404, kind: 'missing' });
});

test('an order that has not arrived cannot be reviewed, and a review needs stars', async () => {
  const onItsWay = await order('O-AWAY', { arrives: false });
  expect((await fetch(`${url}${onItsWay}`)).status).toBe(404);
  expect((await send(onItsWay)).status).toBe(404);
  const link = await order('O-NOSTARS');
  for (const rate of ['', '0', '6', '2.5', 'five']) {
    expect(await send(link, { rate, comment: 'It is' })).toMatchObject({
      status: 422,
      page: { kind: 'review', isWritten: false, isWrong: true, comment: 'It is' },
    });
  }
});
