import { beforeAll, expect, test } from 'vitest';
import type { OrderView } from '@bijli/contract/shop-orders';
import type { Product } from '@bijli/contract/storefront';
import { testApp, type TestApp } from '#testing/app.ts';
import { insertOrderOf, insertPaidOrder, insertProducts, PRODUCT_ROW } from '#testing/shop-fixture.ts';
import { importProducts } from '../catalogue/import-products.ts';
import { importDeliveryTimes } from './delivery-times.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const NEAR = { zone: 'Bengaluru', prefixes: '5600|5601', days_from: '2', days_to: '3' };
const STATE = { zone: 'Karnataka', prefixes: ['56', '57', '58', '59'], days_from: 4, days_to: 6 };

let stack: TestApp;
beforeAll(async () => {
  stack = await testApp();
  const service = { ...PRODUCT_ROW, sku: 'VISIT', category: 'service', hsn: '998734', connectors: [] };
  const toOrder = { ...PRODUCT_ROW, sku: 'DC-60', category: 'dc', delivery_days_from: 3, delivery_days_to: '21' };
  const fixed = { ...service, sku: 'FIXED', delivery_days_from: 4, delivery_days_to: 10 };
  await insertProducts(stack.app.database, { ...PRODUCT_ROW, warranty_months: '24' }, service, toOrder, fixed);
});

const take = (rows: object[], dryRun = false) =>
  importDeliveryTimes(stack.app.database, rows, { now: NOW, isDryRun: dryRun });
const ask = async <T>(path: string): Promise<T> => (await (await fetch(`${stack.url}/api-v1${path}`)).json()) as T;
const delivery = async (pincode: string) => (await ask<{ delivery: unknown }>(`/open/delivery/${pincode}`)).delivery;
const product = (id: string) => ask<Product>(`/product/details/${id}`);

async function ordered(productId: string, pincode: string): Promise<OrderView> {
  const buyer = { name: 'Asha Rao', email: 'asha@example.com', mobile: '9876543210', address: '14, 3rd Cross' };
  const figures = { price: 32_999, shipping_price: 0, total_price: 32_999 };
  const order = { ...buyer, ...figures, city: 'Bengaluru', pincode, product_id: productId, product_name: 'It' };
  const answer = await fetch(`${stack.url}/api-v1/open/order/checkout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  });
  const { order_url: page = '' } = (await answer.json()) as { order_url?: string };
  return ask(`/open${page}`);
}

test('without a table no delivery time is shown anywhere', async () => {
  expect(await delivery('560038')).toBeNull();
  expect(await product('wb-7')).not.toHaveProperty('delivery_by_pincode');
  expect((await ordered('wb-7', '560038')).delivery).toBeNull();
});

test('a table is imported completely or not at all, and each wrong row says what is wrong', async () => {
  const wrong = [
    NEAR,
    { ...STATE, days_to: 3 },
    { ...NEAR, zone: 'Again' },
    { ...STATE, prefixes: '0123|5x' },
    { zone: 'Far', prefixes: '7', days_from: 'soon', days_to: 9 },
    { zone: 'Blank', prefixes: '8', days_from: '', days_to: ' 9' },
  ];
  const { refused } = await take(wrong);
  expect(refused.map(({ row, problem }) => `${row} ${problem}`)).toEqual([
    '2 days_to: must not be below days_from',
    '3 prefixes: 5600 stands in the file twice',
    '3 prefixes: 5601 stands in the file twice',
    '4 prefixes: "0123" is no beginning of a pincode',
    '4 prefixes: "5x" is no beginning of a pincode',
    '5 days_from: a number of days from 0 to 90 is expected',
    '6 days_from: a number of days from 0 to 90 is expected',
  ]);
  expect(await take([NEAR, STATE], true)).toEqual({ zones: 2, prefixes: 6, refused: [] });
  expect(await delivery('560038')).toBeNull();
});

test('the longest prefix of a pincode gives the time; an order keeps the time that was shown, whatever is imported later', async () => {
  const before = await product('wb-7');
  await take([NEAR, STATE]);
  expect(await delivery('560038')).toEqual({ days_from: 2, days_to: 3 });
  expect(await delivery('560201')).toEqual({ days_from: 4, days_to: 6 });
  for (const unknown of ['110001', '56003', 'pincode']) expect(await delivery(unknown)).toBeNull();
  expect(before).not.toHaveProperty('delivery_by_pincode');
  expect(await product('wb-7')).toMatchObject({ delivery_by_pincode: true, warranty_months: 24 });
  expect(await product('visit')).not.toHaveProperty('delivery_by_pincode');
  const order = await ordered('wb-7', '560038');
  expect(order.delivery).toEqual({ days_from: 2, days_to: 3 });
  expect((await ordered('visit', '560038')).delivery).toBeNull();
  await take([]);
  expect(await delivery('560038')).toBeNull();
  expect(await stack.app.modules.storefront.viewByReference(order.reference)).toMatchObject({
    delivery: { days_from: 2, days_to: 3 },
  });
});

test('the later of a product’s days and a pincode’s days counts; a visit takes as long everywhere', async () => {
  await take([NEAR, STATE]);
  expect(await product('dc-60')).toMatchObject({
    delivery_days: { days_from: 3, days_to: 21 },
    delivery_by_pincode: true,
  });
  expect((await ordered('dc-60', '560201')).delivery).toEqual({ days_from: 4, days_to: 21 });
  expect((await ordered('dc-60', '110001')).delivery).toEqual({ days_from: 3, days_to: 21 });
  expect((await ordered('fixed', '560201')).delivery).toEqual({ days_from: 4, days_to: 10 });
  await take([]);
});

test.each([
  ['only one of them', { delivery_days_to: 5 }],
  ['the first after the last', { delivery_days_from: 6, delivery_days_to: 5 }],
  ['more than ninety', { delivery_days_from: 6, delivery_days_to: 91 }],
  ['half a day', { delivery_days_from: 0.5, delivery_days_to: 5 }],
])('days of a product are refused if they are %s', async (_, days) => {
  const { refused } = await importProducts(stack.app.database, [{ ...PRODUCT_ROW, ...days }], { isDryRun: true });
  expect(refused.map(({ problem }) => problem)).toEqual([
    'delivery_days_from, delivery_days_to: whole numbers from 0 to 90 are expected, or neither',
  ]);
});

test('a paid charger offers its installation, another order does not', async () => {
  const { database } = stack.app;
  await insertProducts(database, {
    ...PRODUCT_ROW,
    sku: 'PLUG',
    specification: ['Input: 1-phase 230 V AC, 16 A plug'],
  });
  await insertPaidOrder(database, 'O-CHARGER');
  await insertPaidOrder(database, 'O-PLUG', { productId: 'plug' });
  await insertOrderOf(database, 'O-UNPAID');
  const offered = async (reference: string) =>
    (await stack.app.modules.storefront.viewByReference(reference)).installation_id;
  expect(await offered('O-CHARGER')).toBe('visit');
  expect(await offered('O-PLUG')).toBeUndefined();
  expect(await offered('O-UNPAID')).toBeUndefined();
});
