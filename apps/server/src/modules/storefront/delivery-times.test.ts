import { beforeAll, expect, test } from 'vitest';
import type { OrderView, Product } from '@bijli/contract/storefront';
import { testApp, type TestApp } from '#testing/app.ts';
import { PRODUCT_ROW, insertProducts } from '#testing/shop-fixture.ts';
import { importDeliveryTimes } from './delivery-times.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const NEAR = { zone: 'Bengaluru', prefixes: '5600|5601', days_from: '2', days_to: '3' };
const STATE = { zone: 'Karnataka', prefixes: ['56', '57', '58', '59'], days_from: 4, days_to: 6 };

let stack: TestApp;
beforeAll(async () => {
  stack = await testApp();
  const service = { ...PRODUCT_ROW, sku: 'VISIT', category: 'service', hsn: '998734', connectors: [] };
  await insertProducts(stack.app.database, { ...PRODUCT_ROW, warranty_months: '24' }, service);
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

test('without a table nothing is told of delivery, anywhere', async () => {
  expect(await delivery('560038')).toBeNull();
  expect(await product('wb-7')).not.toHaveProperty('delivery_told');
  expect((await ordered('wb-7', '560038')).delivery).toBeNull();
});

test('a table is taken whole or not at all, each wrong row with what is wrong', async () => {
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

test('the longest beginning of a pincode says how long it takes; an order keeps what was told, whatever is imported later', async () => {
  const before = await product('wb-7');
  await take([NEAR, STATE]);
  expect(await delivery('560038')).toEqual({ days_from: 2, days_to: 3 });
  expect(await delivery('560201')).toEqual({ days_from: 4, days_to: 6 });
  for (const unknown of ['110001', '56003', 'pincode']) expect(await delivery(unknown)).toBeNull();
  expect(before).not.toHaveProperty('delivery_told');
  expect(await product('wb-7')).toMatchObject({ delivery_told: true, warranty_months: 24 });
  expect(await product('visit')).not.toHaveProperty('delivery_told');
  const order = await ordered('wb-7', '560038');
  expect(order.delivery).toEqual({ days_from: 2, days_to: 3 });
  expect((await ordered('visit', '560038')).delivery).toBeNull();
  await take([]);
  expect(await delivery('560038')).toBeNull();
  expect(await stack.app.modules.storefront.viewByReference(order.reference)).toMatchObject({
    delivery: { days_from: 2, days_to: 3 },
  });
});
