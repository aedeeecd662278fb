import { beforeAll, expect, test } from 'vitest';
import { createClient, type Client } from '@bijli/contract/client';
import { testApp, type TestApp } from '#testing/app.ts';
import { PRODUCT_ROW, insertProducts } from '#testing/shop-fixture.ts';
import { shopOrders } from '../storefront.tables.ts';

let stack: TestApp;

beforeAll(async () => {
  stack = await testApp({ env: { UNPAID_ORDERS_PER_ADDRESS: '100', ORDERS_PER_ADDRESS_HOUR: '100' } });
  await insertProducts(stack.app.database, { ...PRODUCT_ROW, stock: 100 });
});

/** Orders for Asha, whoever is signed in. */
async function orderAs(caller: Client): Promise<string> {
  const buyer = { name: 'Asha Rao', email: 'asha@example.com', mobile: '9876543210' };
  const home = { address: '14, 3rd Cross', city: 'Bengaluru', pincode: '560038' };
  const figures = { price: 32_999, shipping_price: 0, total_price: 32_999 };
  const product = { product_id: 'wb-7', product_name: 'Wallbox 7' };
  const { reference = '' } = await caller.ask('checkout', { body: { ...buyer, ...home, ...figures, ...product } });
  return reference;
}

const referencesOf = async (driver: Client): Promise<string[]> =>
  (await driver.ask('ownOrders', {})).orders.map(({ reference }) => reference);

test('orders that a driver places while signed in belong to the account on every device, and nobody else’s do', async () => {
  const [own, other] = [await stack.driver('9311000001'), await stack.driver('9876543210')];
  const guest = createClient(stack.url);
  const lost = createClient(stack.url);
  lost.token = 'of-nobody';
  const first = await orderAs(own);
  const second = await orderAs(own);
  // Neither an order without a sign-in nor one with an old token is refused, and the number on it proves nothing.
  await orderAs(guest);
  await orderAs(lost);
  expect(await referencesOf(own)).toEqual([second, first]);
  expect(await referencesOf(other)).toEqual([]);
  expect(await guest.call('ownOrders', {})).toMatchObject({ success: false, code: 'signed_out' });
  const [{ reference, sig } = expect.unreachable()] = (await own.ask('ownOrders', {})).orders;
  expect(await guest.ask('order', { params: { reference }, query: { sig } })).toMatchObject({ reference: second });
});

test('the orders of a deleted account stay, and know no driver', async () => {
  const own = await stack.driver('9311000003');
  const reference = await orderAs(own);
  await own.ask('deleteAccount', { body: { give_up_balance: true } });
  const orders = await stack.app.database.select().from(shopOrders);
  expect(orders.find((order) => order.reference === reference)).toMatchObject({
    driverId: null,
    buyerName: 'Asha Rao',
  });
});
