import { expect, test } from 'vitest';
import { api } from '@bijli/contract/api';
import type { Endpoint } from '@bijli/contract/endpoint';
import { testApp } from '#testing/app.ts';
import { PRODUCT_ROW, insertPaidOrder, insertProducts } from '#testing/shop-fixture.ts';

const stack = await testApp();
const keeps = async (path: string, init: RequestInit = {}) =>
  (await fetch(`${stack.url}${path}`, init)).headers.get('cache-control');
/** The network's stations are the same for everybody. */
const SHARED = new Set<string>([api.chargingStation.path]);

test('no cache stores the answers to a signed-in driver, nor the refusals of others', async () => {
  const { token } = await stack.driver('9555100001', 0);
  const calls = Object.values<Endpoint>(api).filter(({ caller, path }) => caller === 'driver' && !SHARED.has(path));
  expect(calls.length).toBeGreaterThan(20);
  for (const { method, path } of calls) {
    const body = method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {};
    expect(await keeps(path, { method, ...body }), path).toBe('no-store');
    // The last calls of a token end it.
    if (path === api.signOut.path || path === api.deleteAccount.path) continue;
    const headers = { ...body.headers, authorization: `Bearer ${token}` };
    expect(await keeps(path, { method, ...body, headers }), path).toBe('no-store');
  }
  const filter = `${api.chargingStation.path}?vehicle=1`;
  expect(await keeps(filter, { headers: { authorization: `Bearer ${token}` } })).toBe('no-store');
});

test('no cache stores an order or its invoice; the catalogue may be cached', async () => {
  await insertProducts(stack.app.database, PRODUCT_ROW);
  const { reference } = await insertPaidOrder(stack.app.database, 'O-PRIVATE');
  const query = stack.app.modules.storefront.getOrderPath(reference).split('?')[1];
  const { links } = await stack.app.modules.storefront.viewByReference(reference);
  const invoice = await fetch(`${stack.url}${links.invoice}`);
  expect([invoice.status, invoice.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await keeps(`/api-v1/open/order/${reference}?${query}`)).toBe('no-store');
  expect(await keeps(`/api-v1/open/order/${reference}?sig=wrong`)).toBe('no-store');
  expect(await keeps('/api/product/all')).toBe('public, no-cache');
  expect(await keeps('/api-v1/product/details/wb-7')).toBe('public, no-cache');
});

test('names and comments are shown without characters that change the direction of the text around them', async () => {
  const driver = await stack.driver('9555100002', 0);
  await driver.ask('updateUser', { body: { name: 'Asha\u202E Rao\u2066', email: 'asha\u200B@example.com' } });
  expect((await driver.ask('getProfile', {})).profile).toMatchObject({ name: 'Asha Rao', email: 'asha@example.com' });
  const property_id = 'test-station';
  await driver.ask('addReviews', { body: { property_id, comment: 'Good \u202Eedisni\u061C', tags: [], rate: 5 } });
  const { reviews } = await driver.ask('stationReviews', { query: { property_id } });
  expect(reviews[0]).toMatchObject({ name: 'Asha R.', comment: 'Good edisni' });
  await driver.ask('updateUser', { body: { name: 'श्री\u200Dमान', email: 'asha@example.com' } });
  expect((await driver.ask('getProfile', {})).profile.name).toBe('श्री\u200Dमान');
});
