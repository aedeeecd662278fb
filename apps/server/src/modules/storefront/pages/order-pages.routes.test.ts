import type { FastifyInstance } from 'fastify';
import { beforeAll, afterAll, expect, test } from 'vitest';
import type { ShopPage } from '@bijli/contract/shop-page';
import { createHttp } from '#http/calls/serve.ts';
import { createShopPages } from '#http/pages/shop-pages.ts';
import { testApp, type TestApp } from '#testing/app.ts';
import { testServer } from '#testing/server.ts';
import { INSTALLATION_ROW, PRODUCT_ROW, insertProducts } from '#testing/shop-fixture.ts';
import { shopOrders } from '../storefront.tables.ts';
import { orderPagesRoutes } from './order-pages.routes.ts';

let stack: TestApp;
let app: FastifyInstance;
/** What was rendered last. */
let shown: ShopPage | undefined;

beforeAll(async () => {
  stack = await testApp({ env: { UNPAID_ORDERS_PER_ADDRESS: '2' } });
  await insertProducts(stack.app.database, { ...PRODUCT_ROW, stock: 100 }, INSTALLATION_ROW);
  app = await testServer();
  orderPagesRoutes(
    createHttp(app, stack.app.modules.accounts.authenticate, true),
    stack.app.modules.storefront,
    createShopPages((page) => {
      shown = page;
      return page.kind;
    }),
  );
});
afterAll(() => app.close());

const FORM = {
  name: 'Asha Rao',
  email: 'asha@example.com',
  mobile: '9876543210',
  city: 'Bengaluru',
  pincode: '560038',
  shipping: '0',
  address: '14, 3rd Cross\r\nIndiranagar',
  colour: 'Neem',
  price: '32999',
};

async function send(
  more: Partial<typeof FORM & Record<'key' | 'show' | 'installation' | 'installation_price' | 'driver', string>> = {},
  remoteAddress = '203.0.113.1',
  path = '/product-order-detail/wb-7/order',
) {
  const answer = await app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' },
    payload: new URLSearchParams({ ...FORM, ...more }).toString(),
    remoteAddress,
  });
  return { status: answer.statusCode, page: shown };
}

const written = () => stack.app.database.select().from(shopOrders).orderBy(shopOrders.id);

/** An order that awaits its payment. */
async function ordered(remoteAddress: string) {
  await send({}, remoteAddress);
  return (await written()).at(-1) ?? expect.unreachable();
}

test('a form that is sent twice makes one order, and leads to its payment', async () => {
  const before = (await written()).length;
  const [first, second] = [await send({ key: 'a-key-of-the-form' }), await send({ key: 'a-key-of-the-form' })];
  expect(first).toMatchObject({ status: 200, page: { kind: 'payment', url: expect.stringMatching(/^http/) } });
  expect(second.page).toEqual(first.page);
  expect((await written()).slice(before)).toMatchObject([{ colour: 'Neem', address: '14, 3rd Cross, Indiranagar' }]);
});

test.each([
  '/orders',
  '/order/O-1?sig=to-read',
  '/order/O-1/review?sig=s',
  '/product-order-detail/wb-7/order?colour=Neem',
])('who has chosen Hindi and types %s is led to it in Hindi, and who follows a link is not', async (url) => {
  const ask = (from: string) => app.inject({ url, headers: { cookie: 'language=hi', 'sec-fetch-site': from } });
  const typed = await ask('none');
  expect([typed.statusCode, typed.headers['location']]).toEqual([302, `/hi${url}`]);
  expect((await ask('same-origin')).statusCode).not.toBe(302);
});

test('the form of a driver who is signed in makes an order of the account, and shows the token to nobody', async () => {
  const { token } = await stack.driver('9311000007');
  await send({ driver: token }, '203.0.113.7');
  const [{ driverId } = expect.unreachable()] = (await written()).slice(-1);
  expect(driverId).not.toBeNull();
  const { page } = await send({ driver: token, name: '' }, '203.0.113.7');
  expect(JSON.stringify(page)).not.toContain(token);
  await send({ driver: 'of-nobody' }, '203.0.113.7');
  expect((await written()).slice(-2)).toMatchObject([{ driverId }, { driverId: null }]);
});

test.each([
  ['?colour=Neem', 'Neem'],
  ['?colour=Mauve', 'White'],
  ['', 'White'],
])('the order form opened with %j orders the colour %s, as the product’s page shows it', async (query, colour) => {
  await app.inject(`/product-order-detail/wb-7/order${query}`);
  expect(shown).toMatchObject({ kind: 'order-form', colour });
});

test('without JavaScript the form has the box for the installation, ticked on the product’s page or in the form', async () => {
  await app.inject('/product-order-detail/wb-7/order?installation=1');
  expect(shown).toMatchObject({ installation: { id: 'inst', price: 6_999 }, fields: { installation: '1' } });
  await app.inject('/product-order-detail/wb-7/order');
  expect(shown).toMatchObject({ fields: { installation: '' } });
  const ticked = { installation: '1', installation_price: '6999' };
  const { page } = await send(ticked, '203.0.113.4');
  expect(page?.kind).toBe('payment');
  expect((await written()).at(-1)).toMatchObject({ installationId: 'inst', totalPaise: 3_999_800 });
  const dearer = await send({ ...ticked, installation_price: '1' }, '203.0.113.4');
  expect(dearer).toMatchObject({ status: 422, page: { fresh: { installation_price: 6_999 } } });
});

test('a form with another price is shown again with the present figures and what was typed', async () => {
  const { status, page } = await send({ price: '1' }, '203.0.113.2');
  expect(status).toBe(422);
  expect(page).toMatchObject({ kind: 'order-form', fields: { name: 'Asha Rao' }, fresh: { total_price: 32_999 } });
  expect(page).toMatchObject({ refusal: expect.stringContaining('price') });
});

test.each([
  ['email', 'asha\0@example.com'],
  ['email', 'a,b@example.com'],
  ['email', 'group:b@example.com;'],
  ['name', 'Asha\0Rao'],
  ['mobile', '98765 4321'],
  ['shipping', '-1'],
  ['shipping', '200000'],
])('a form whose %s is %j is shown again with that field named', async (field, text) => {
  const before = (await written()).length;
  const { status, page } = await send({ [field]: text }, '203.0.113.2');
  expect([status, page]).toMatchObject([422, { kind: 'order-form', problems: { [field]: 'invalid' } }]);
  expect(await written()).toHaveLength(before);
});

test('invisible characters in a form are ignored', async () => {
  const unseen = { name: 'Asha\u202E Rao', city: 'Benga\u0007luru', address: '14, 3rd\u2066 Cross' };
  expect((await send(unseen, '203.0.113.3')).page?.kind).toBe('payment');
  expect((await written()).at(-1)).toMatchObject({
    buyerName: 'Asha Rao',
    city: 'Bengaluru',
    address: '14, 3rd Cross',
  });
});

test('the limits count an IPv6 network as one caller, in the form as in the API', async () => {
  expect((await send({}, '2001:db8:1:2::1')).page?.kind).toBe('payment');
  expect((await send({}, '2001:db8:1:2::2')).page?.kind).toBe('payment');
  expect((await send({}, '2001:db8:1:2::3')).page).toMatchObject({
    kind: 'order-form',
    refusal: expect.stringContaining('Too many orders'),
  });
});

test('an order whose signature is wrong, missing or repeated counts as unknown', async () => {
  const { reference } = await ordered('203.0.113.4');
  const path = stack.app.modules.storefront.getOrderPath(reference);
  expect((await app.inject(path)).statusCode).toBe(200);
  const twice = `${path}&${path.split('?')[1]}`;
  for (const url of [`/order/${reference}`, `/order/${reference}?sig=${'A'.repeat(32)}`, twice]) {
    expect((await app.inject(url)).statusCode, url).toBe(404);
    expect((await app.inject({ method: 'POST', url: url.replace('?', '/cancel?') })).statusCode, url).toBe(404);
  }
  const document = `${stack.url}/api-v1/open/order/${reference}/invoice.pdf?sig=a&sig=b`;
  expect((await fetch(document)).status).toBe(404);
  expect(await stack.app.modules.storefront.orders.find(reference)).toMatchObject({ state: 'awaiting_payment' });
});

test('a buyer pays and cancels an unpaid order by forms; an impossible step, such as paying it after all, is explained on the page', async () => {
  const { reference } = await ordered('203.0.113.5');
  const whole = stack.app.modules.storefront.getOrderPath(reference);
  const [path = '', query = ''] = whole.split('?');
  await app.inject(whole);
  const links = shown?.kind === 'order' ? shown.order.links : expect.fail('the order is not shown');
  const press = (action: 'pay' | 'cancel') => app.inject({ method: 'POST', url: links[action] });
  expect((await press('pay')).statusCode).toBe(200);
  expect(shown).toMatchObject({ kind: 'payment', url: expect.stringMatching(/^http/) });
  const cancelled = await press('cancel');
  expect([cancelled.statusCode, cancelled.headers.location]).toEqual([303, `${path}?${query}`]);
  for (const action of ['cancel', 'pay'] as const)
    expect((await press(action)).headers.location).toBe(`${path}?${query}&notice=order_closed`);
});

test('without JavaScript the form is shown again with the new total, or with the minimum shipping, and nothing is ordered', async () => {
  const before = (await written()).length;
  const total = await send({ shipping: '450', name: '', show: 'total' });
  expect(total).toMatchObject({ status: 200, page: { fields: { shipping: '450', name: '' }, problems: {} } });
  expect(await send({ shipping: '450', show: 'least' })).toMatchObject({
    status: 200,
    page: { fields: { shipping: '0' } },
  });
  expect((await written()).length).toBe(before);
});

test('a form in Hindi makes an order in Hindi, and its mistakes are explained in Hindi, whatever the browser prefers', async () => {
  const form = '/hi/product-order-detail/wb-7/order';
  const names = { name_hi: 'वॉलबॉक्स 7', use_hi: 'घर के लिए', description_hi: 'रात भर में चार्ज।' };
  const lists = { colours_hi: ['सफ़ेद', 'नीम'], specification_hi: ['केबल: 5 मी'] };
  await insertProducts(stack.app.database, { ...PRODUCT_ROW, stock: 100, ...names, ...lists });
  const refused = await send({ key: 'not a key' }, '203.0.113.6', form);
  expect(refused).toMatchObject({ status: 422, page: { kind: 'order-form', refusal: expect.stringMatching(/^ऑर्डर/) } });
  expect((await send({}, '203.0.113.6', form)).page?.kind).toBe('payment');
  const [{ reference, ...order } = expect.unreachable()] = (await written()).slice(-1);
  expect(order).toMatchObject({ language: 'hi', productName: 'Wallbox 7', localName: 'वॉलबॉक्स 7', localColour: 'नीम' });
  const { storefront } = stack.app.modules;
  const page = storefront.getOrderPath(reference, 'hi');
  await app.inject(page);
  expect(shown).toMatchObject({ kind: 'order', order: { translation: { language: 'hi', product_name: 'वॉलबॉक्स 7' } } });
  const links = shown?.kind === 'order' ? shown.order.links : expect.fail('the order is not shown');
  const press = (action: 'pay' | 'cancel') => app.inject({ method: 'POST', url: `/hi${links[action]}` });
  expect((await press('cancel')).headers.location).toBe(page);
  expect((await press('cancel')).headers.location).toMatch(/^\/hi\/order\/.*&notice=order_closed$/);
});
