import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#db/database.ts';
import { TestClock } from '#kernel/clock.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { payments as paymentIntents } from '#modules/payments/payments.tables.ts';
import { createBank } from '#testing/bank.ts';
import { databaseUrl, emptyTables, testDatabase, waitsForLock } from '#testing/database.ts';
import { eventually } from '#testing/eventually.ts';
import { testLog } from '#testing/log.ts';
import { PRODUCT_ROW, insertProducts, shopOn } from '#testing/shop-fixture.ts';
import { LEDGER_PARTS } from '../../../ledger-parts.ts';
import { buyerMessages, products, shopOrders } from '../storefront.tables.ts';
import { parseOrder } from './order-request.ts';
import { lockOrders } from './orders.store.ts';

const LIFE_MS = 15 * MINUTE_MS;
const clock = new TestClock('2026-11-20T10:00:00Z');
const database = await testDatabase();
const { bank, provider } = createBank();
const { txnIds } = bank;
const rules = { perAddressHour: 4, unpaidPerAddress: 2 };
const { payments, storefront } = shopOn({ database, clock, provider, rules, ttlMs: LIFE_MS });
const { orders, purgeExpired } = storefront;

beforeEach(async () => {
  await emptyTables(
    database,
    'ledger_accounts',
    'ledger_transfers',
    'ledger_entries',
    'payment_intents',
    'refunds',
    'invoices',
    'invoice_counters',
    'webhook_events',
    'products',
    'shop_orders',
    'order_messages',
  );
  await insertProducts(database, PRODUCT_ROW);
  bank.reset();
});

/** The number of the payment that is asked for next, once it is. */
async function paymentAskedFor(number: number): Promise<void> {
  await eventually(() => expect(txnIds.length).toBeGreaterThanOrEqual(number));
}

/** The bank decides on a payment, and tells. */
async function bankSays(number: number, state: 'completed' | 'failed'): Promise<void> {
  const txnId = txnIds[number - 1] ?? expect.unreachable();
  bank.states.set(txnId, state);
  expect(await payments.handleWebhook('phonepe', {}, txnId)).toBe(true);
}

const request = {
  name: 'Asha Rao',
  email: 'asha@example.com',
  mobile: '9876543210',
  address: '14, 3rd Cross',
  city: 'Bengaluru',
  pincode: '560038',
  product_id: 'wb-7',
  product_name: 'Wallbox 7',
  price: 32_999,
  shipping_price: 0,
  total_price: 32_999,
};
const place = (more: Partial<typeof request & { key: string }> = {}) =>
  orders.place(parseOrder({ ...request, ...more }), { networkAddress: '203.0.113.1', language: 'en' });
const find = async (reference: string) => (await orders.find(reference)) ?? expect.unreachable();
const stock = async () => (await database.select().from(products).where(eq(products.id, 'wb-7')))[0]?.stock;
const books = () => listLedgerProblems(database, LEDGER_PARTS);

test('an order whose payment was begun with a provider that was replaced since is paid with the new one', async () => {
  const { reference, paymentUrl } = await place();
  expect(await orders.pay(reference)).toBe(paymentUrl);
  await database.update(paymentIntents).set({ provider: 'payu' });
  expect(await orders.pay(reference)).not.toBe(paymentUrl);
  await bankSays(2, 'completed');
  expect(await find(reference)).toMatchObject({ state: 'paid', txnId: txnIds[1] });
  expect(await books()).toEqual([]);
});

test('a late payment that arrives while another is being started is the one that counts, and can be refunded', async () => {
  const { reference } = await place();
  await bankSays(1, 'failed');
  expect((await find(reference)).state).toBe('released');
  bank.closes();
  const again = orders.pay(reference);
  const refused = expect(again).rejects.toMatchObject({ code: 'order_closed' });
  await paymentAskedFor(2);
  await bankSays(1, 'completed');
  bank.opens();
  await refused;
  expect(await find(reference)).toMatchObject({ state: 'paid', txnId: txnIds[0] });
  expect(await books()).toEqual([]);
  await orders.cancel(reference);
  expect((await find(reference)).state).toBe('cancelled');
  expect(await stock()).toBe(PRODUCT_ROW.stock);
  expect(await books()).toEqual([]);
});

test('the end of a payment leaves the unit to one that is being started', async () => {
  const { reference } = await place();
  clock.advance(LIFE_MS);
  bank.closes();
  const again = orders.pay(reference);
  await paymentAskedFor(2);
  await bankSays(1, 'failed');
  bank.opens();
  expect(await again).toBe(`https://bank.example/${txnIds[1]}`);
  expect(await find(reference)).toMatchObject({ state: 'awaiting_payment', txnId: txnIds[1] });
  expect(await stock()).toBe(PRODUCT_ROW.stock - 1);
});

test('an order that is cancelled while its payment is being started can never be paid', async () => {
  bank.closes();
  const placing = expect(place()).rejects.toMatchObject({ code: 'order_closed' });
  await paymentAskedFor(1);
  const [order] = await database.select().from(shopOrders);
  await orders.cancel(order?.reference ?? '');
  bank.opens();
  await placing;
  expect(await stock()).toBe(PRODUCT_ROW.stock);
});

test('a repeat with another price than the first is refused', async () => {
  await insertProducts(database, { ...PRODUCT_ROW, discount_price: 39_000 });
  const dear = { key: 'key-of-one-order', price: 39_000, total_price: 39_000 };
  await place(dear);
  await bankSays(1, 'failed');
  await insertProducts(database, PRODUCT_ROW);
  await expect(place({ key: dear.key })).rejects.toMatchObject({ code: 'order_key_used' });
  expect(txnIds).toHaveLength(1);
});

test('an address reserves as many unpaid units as it may, however old its orders are', async () => {
  const [first, second] = [await place(), await place()];
  await expect(place()).rejects.toMatchObject({ code: 'too_many_orders' });
  for (const number of [1, 2]) await bankSays(number, 'failed');
  clock.advance(2 * 60 * MINUTE_MS);
  await place();
  await orders.pay(first.reference);
  await expect(orders.pay(second.reference)).rejects.toMatchObject({ code: 'too_many_orders' });
  expect(await stock()).toBe(PRODUCT_ROW.stock - 2);
});

test('an address whose many orders wait for each other keeps nobody else from ordering', async () => {
  const elsewhere = openDatabase(databaseUrl(database), testLog, 1);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const holding = elsewhere.transaction(async (tx) => {
    await lockOrders(tx, '203.0.113.1');
    await released;
  });
  const waiting = Promise.allSettled(Array.from({ length: 30 }, () => place()));
  await waitsForLock(database.$client, 'pg_advisory_xact_lock');
  const from = { networkAddress: '203.0.113.2', language: 'en' } as const;
  expect(await orders.place(parseOrder(request), from)).toMatchObject({ paymentUrl: expect.stringContaining('bank') });
  release();
  await holding;
  expect((await waiting).filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  await elsewhere.$client.end();
});

test('a payment without a provider’s report for a day reserves no unit, and counts if it is paid after all', async () => {
  const { reference } = await place();
  bank.isAway = true;
  clock.advance(60 * MINUTE_MS);
  await orders.releaseOverdue();
  expect(await find(reference)).toMatchObject({ state: 'awaiting_payment' });
  clock.advance(24 * 60 * MINUTE_MS);
  await orders.releaseOverdue();
  expect(await find(reference)).toMatchObject({ state: 'released', reason: 'not_paid' });
  expect(await stock()).toBe(PRODUCT_ROW.stock);
  bank.isAway = false;
  await bankSays(1, 'completed');
  expect((await find(reference)).state).toBe('paid');
  expect(await books()).toEqual([]);
});

test('every due unit is released in one round, from however many orders and products', async () => {
  await insertProducts(database, PRODUCT_ROW, { ...PRODUCT_ROW, sku: 'WB-11' });
  await place();
  await place({ product_id: 'wb-11' });
  for (const txnId of txnIds) bank.states.set(txnId, 'failed');
  bank.isAway = true;
  clock.advance(48 * 60 * MINUTE_MS);
  await Promise.all([orders.releaseOverdue(), orders.releaseOverdue()]);
  const left = await database.select().from(products);
  expect(left.map((one) => one.stock)).toEqual(left.map(() => PRODUCT_ROW.stock));
  expect((await database.select().from(shopOrders)).map(({ state }) => state)).toEqual(['released', 'released']);
});

test('a payment of another amount is refunded in full, and the buyer is told the amount', async () => {
  const { reference } = await place();
  bank.paidPaise = 3_299_800;
  await bankSays(1, 'completed');
  expect((await find(reference)).state).toBe('awaiting_payment');
  const messages = await database.select().from(buyerMessages);
  expect(messages).toMatchObject([{ kind: 'refunded', amountPaise: 3_299_800 }]);
  expect(await books()).toEqual([]);
  await orders.pay(reference);
  bank.paidPaise = 3_299_900;
  await bankSays(2, 'completed');
  expect(await find(reference)).toMatchObject({ state: 'paid', txnId: txnIds[1] });
  expect(await storefront.viewByReference(reference)).toMatchObject({ refunded: 32_998, refundable: 32_999 });
});

test('a buyer is told once that an order was not paid, however often payment is tried', async () => {
  const { reference } = await place();
  await bankSays(1, 'failed');
  for (const number of [2, 3]) {
    await orders.pay(reference);
    await bankSays(number, 'failed');
  }
  expect((await database.select().from(buyerMessages)).map(({ kind }) => kind)).toEqual(['released']);
});

test('an unpaid order’s buyer is erased after ninety days, and a paid one’s is not', async () => {
  const [unpaid, paid] = [await place(), await place()];
  await bankSays(1, 'failed');
  await bankSays(2, 'completed');
  await database.update(buyerMessages).set({ dueAt: null });
  clock.advance(89 * 24 * 60 * MINUTE_MS);
  await purgeExpired();
  expect(await database.select().from(buyerMessages)).toHaveLength(2);
  clock.advance(2 * 24 * 60 * MINUTE_MS);
  await purgeExpired();
  expect(await orders.find(unpaid.reference)).toBeUndefined();
  expect((await find(paid.reference)).state).toBe('paid');
  expect(await database.select().from(buyerMessages)).toEqual([]);
  expect(await books()).toEqual([]);
});

test('a service is completed without a parcel, and then its buyer can no longer cancel; goods have to be shipped', async () => {
  await insertProducts(database, PRODUCT_ROW, {
    ...PRODUCT_ROW,
    sku: 'FITTING',
    category: 'service',
    max_output: null,
  });
  const [goods, service] = [await place(), await place({ product_id: 'fitting' })];
  for (const number of [1, 2]) await bankSays(number, 'completed');
  await expect(orders.markDelivered(goods.reference)).rejects.toMatchObject({ code: 'order_closed' });
  await orders.markDelivered(service.reference);
  expect(await find(service.reference)).toMatchObject({ state: 'delivered', dispatchedAt: null });
  await expect(orders.cancel(service.reference)).rejects.toMatchObject({ code: 'order_closed' });
});

test('a payment that was cancelled at the provider leaves the order its unit until its time is over, and no message says that it failed', async () => {
  const { reference } = await place();
  bank.reason = 'cancelled';
  await bankSays(1, 'failed');
  expect(await find(reference)).toMatchObject({ state: 'awaiting_payment', paymentCancelledAt: clock.now() });
  expect(await stock()).toBe(4);
  expect(await orders.pay(reference)).toBe(`https://bank.example/${txnIds[1]}`);
  expect(await find(reference)).toMatchObject({ state: 'awaiting_payment', paymentCancelledAt: null });
  await bankSays(2, 'failed');
  clock.advance(LIFE_MS);
  await orders.releaseOverdue();
  expect(await find(reference)).toMatchObject({ state: 'released', reason: 'not_paid' });
  expect(await stock()).toBe(5);
});
