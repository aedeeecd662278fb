import { expect, test } from 'vitest';
import { findOrder } from '#modules/storefront/orders/orders.store.ts';
import { testApp } from '#testing/app.ts';
import { insertPaidOrder, insertProducts, PRODUCT_ROW } from '#testing/shop-fixture.ts';
import { staffOf } from '#testing/staff.ts';

const stack = await testApp();
const { database } = stack.app;
await insertProducts(database, PRODUCT_ROW);
const finance = await staffOf(stack, 'finance');
const operations = await staffOf(stack, 'operations');
const lineOf = async (action: string) => (await stack.app.modules.staff.listAudit({ limit: '1' }, { action })).rows[0];

async function refundWithKey(reference: string, key: string, body: object) {
  const response = await fetch(`${stack.url}/api-v1/operator/orders/${reference}/refund`, {
    method: 'POST',
    headers: { authorization: `Bearer ${finance.token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { success: boolean; code?: string };
}

test('finance refunds an order and sees the refund’s state, and nobody else may [STAFF-13]', async () => {
  const { reference } = await insertPaidOrder(database, 'O-STAFF');
  const refund = { params: { order_reference: reference }, body: { reason: 'arrived broken' } };
  expect(await operations.call('refundOrder', refund)).toMatchObject({ code: 'not_allowed' });
  await finance.ask('refundOrder', refund);
  expect(await lineOf('order.refund')).toMatchObject({
    who: { name: finance.email },
    object: `order ${reference}`,
    reason: 'arrived broken',
    outcome: 'done',
    after: { refunded_units: 'all', restocks: false },
  });
  expect(await finance.call('refundOrder', refund)).toMatchObject({ code: 'order_closed' });
  const { refunds } = await finance.ask('listRefunds', {});
  const own = refunds.filter((one) => one.txn_id === `T-${reference}`);
  expect(own).toMatchObject([{ reason: 'shop', amount: expect.any(Number) }]);
  expect((await finance.ask('listRefunds', { query: { state: 'failed' } })).refunds).toEqual([]);
});

test('a refund that is requested again with its key is the same one [STAFF-13]', async () => {
  const { reference } = await insertPaidOrder(database, 'O-TWICE', {
    quantity: 3,
    totalPaise: 3 * 3_299_900,
  });
  const ask = (key: string, body: object) => refundWithKey(reference, key, body);
  const refunded = async () => (await findOrder(database, reference))?.refundedUnits;
  const one = { units: 1, restocks: true };
  expect(await Promise.all([ask('one', one), ask('one', one)])).toEqual([{ success: true }, { success: true }]);
  expect(await ask('one', one)).toEqual({ success: true });
  expect(await refunded()).toBe(1);
  expect(await ask('one', { units: 2 })).toMatchObject({ code: 'idempotency_key_used' });
  expect(await ask('two', one)).toEqual({ success: true });
  expect(await refunded()).toBe(2);
  for (let tries = 0; tries < 2; tries += 1) expect(await ask('rest', {})).toEqual({ success: true });
  expect((await findOrder(database, reference))?.state).toBe('cancelled');
  expect(await ask('more', {})).toMatchObject({ code: 'order_closed' });
});

test('a key that refunded one unit is refused for any other request, also once the order is cancelled or at the same moment [STAFF-13]', async () => {
  const { reference } = await insertPaidOrder(database, 'O-KEYS', { quantity: 3, totalPaise: 3 * 3_299_900 });
  const ask = (key: string, body: object) => refundWithKey(reference, key, body);
  const outcomes = await Promise.all([ask('one', { units: 1 }), ask('one', { units: 2 })]);
  const [used, ...others] = outcomes.filter(({ success }) => !success);
  expect([used, others]).toMatchObject([{ code: 'idempotency_key_used' }, []]);
  const units = outcomes[0]?.success ? 1 : 2;
  expect((await findOrder(database, reference))?.refundedUnits).toBe(units);
  expect(await ask('rest', {})).toEqual({ success: true });
  for (const other of [{}, { units: 3 - units }, { units: 3 }, { units, restocks: true }])
    expect(await ask('one', other)).toMatchObject({ code: 'idempotency_key_used' });
  expect(await ask('rest', { units: 3 - units })).toMatchObject({ code: 'idempotency_key_used' });
  for (const [key, same] of [
    ['one', { units }],
    ['rest', {}],
  ] as const)
    expect(await ask(key, same)).toEqual({ success: true });
});
