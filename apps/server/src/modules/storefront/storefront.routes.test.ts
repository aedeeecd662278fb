import { beforeAll, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '#testing/app.ts';
import { PRODUCT_ROW, insertProducts } from '#testing/shop-fixture.ts';
import { takeUnits } from './catalogue/catalogue.store.ts';

let stack: TestApp;
beforeAll(async () => {
  stack = await testApp();
  await insertProducts(
    stack.app.database,
    { ...PRODUCT_ROW, stock: 100 },
    { ...PRODUCT_ROW, sku: 'PLAIN', discount_price: null },
    { ...PRODUCT_ROW, sku: 'WANTED', stock: 100 },
  );
});

const WB_7 = {
  id: 'wb-7',
  product_name: 'Wallbox 7',
  sku: 'WB-7',
  category: 'ac',
  description: 'Charges overnight.',
  price: 40_000,
  discount_price: 32_999,
  max_output: 7.4,
  quantaty: 100,
  images: ['/media/products/wallbox.svg'],
  connector: ['2'],
  color_variant: ['White', 'Neem'],
  specification: ['Cable: 5 m'],
};

describe('on the wire', () => {
  test('a product is the object itself, with every field of the specification [API-29, ENTITY-19]', async () => {
    const answer = await fetch(`${stack.url}/api-v1/product/details/wb-7`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject(WB_7);
  });

  test('a product without a discount has no such field [ENTITY-19]', async () => {
    const answer = await fetch(`${stack.url}/api-v1/product/details/plain`);
    expect(await answer.json()).not.toHaveProperty('discount_price');
  });

  test('the catalogue is a list at the dealer API, for anyone, and the only such call [API-31, API-32, API-34]', async () => {
    const answer = await fetch(`${stack.url}/api/product/all`);
    const list = (await answer.json()) as object[];
    expect(list).toHaveLength(3);
    expect(list[0]).toMatchObject(WB_7);
    // A header that the app's client would send changes nothing: nobody is signed out by a catalogue.
    const withToken = await fetch(`${stack.url}/api/product/all`, { headers: { authorization: 'Bearer stale' } });
    expect([withToken.status, await withToken.json()]).toEqual([200, list]);
    const lists = stack.app.served.filter((call) => /product/.test(call) && !/details|suits|cars/.test(call));
    expect(lists).toEqual(['GET /api/product/all']);
  });

  test('an unknown product gets 404 and a sentence [API-33]', async () => {
    const answer = await fetch(`${stack.url}/api-v1/product/details/nothing`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({
      success: false,
      code: 'product_unknown',
      message: expect.stringMatching(/\w+ \w+/),
    });
  });

  test('an unchanged cached copy gets 304, until a unit is sold', async () => {
    const path = `${stack.url}/api-v1/product/details/plain`;
    const etag = (await fetch(path)).headers.get('etag') ?? '';
    const statusWith = async (named: string) => (await fetch(path, { headers: { 'if-none-match': named } })).status;
    // A cache in between may know several copies, or name this one without the mark of a weak tag.
    for (const named of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*'])
      expect(await statusWith(named)).toBe(304);
    expect(await statusWith('"other"')).toBe(200);
    await takeUnits(stack.app.database, 'plain');
    expect(await statusWith(etag)).toBe(200);
  });
});

describe('an address that orders without paying', () => {
  const order = (number: number) => ({
    name: 'Asha Rao',
    email: 'asha@example.com',
    mobile: '9876543210',
    address: `${number}, 3rd Cross`,
    city: 'Bengaluru',
    pincode: '560038',
    product_id: 'wanted',
    product_name: 'Wallbox 7',
    price: 32_999,
    shipping_price: 0,
    total_price: 32_999,
  });
  const checkout = (number: number) =>
    fetch(`${stack.url}/api-v1/open/order/checkout`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(order(number)),
    });

  test('reserves at most twenty units, also with many orders at once, and is told why with 429', async () => {
    const answers = await Promise.all(Array.from({ length: 24 }, (_, number) => checkout(number)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(4);
    expect(await refused[0]?.json()).toEqual({
      success: false,
      code: 'too_many_orders',
      message: 'Too many orders came from this connection. Please pay or cancel the unpaid ones, or try later.',
    });
    const left = (await (await fetch(`${stack.url}/api-v1/product/details/wanted`)).json()) as { quantaty: number };
    expect(left.quantaty).toBe(80);
  });
});
