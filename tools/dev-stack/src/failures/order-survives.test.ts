import { expect, test, vi } from 'vitest';
import type { OrderView } from '@bijli/contract/shop-orders';
import { runningDatabaseUrl } from '@bijli/server/db/embedded';
import { holdLock, ledgerCheckOutput, stackFixture, testInFull, PATIENCE, rowsOf } from '../testing.ts';

const { stack, dataDir } = await stackFixture({ PAYMENT_TTL_SECONDS: '6', UNPAID_ORDERS_PER_ADDRESS: '100' });
const PRODUCT = 'demo-dc-240';
const PRICE = 1_399_999;

interface Ordered {
  payment_url: string;
  reference: string;
  order_url: string;
}

/** Orders the only unit. Resolves with undefined when the server dies meanwhile. */
async function order(key: string): Promise<Ordered | undefined> {
  const body = {
    name: 'Asha Rao',
    email: 'asha@example.com',
    mobile: '9876543210',
    address: '1 Test Road',
    city: 'Bengaluru',
    pincode: '560001',
    product_id: PRODUCT,
    product_name: PRODUCT,
    price: PRICE,
    shipping_price: 0,
    total_price: PRICE,
    key,
  };
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(`${stack.url}/api-v1/open/order/checkout`, request).catch(() => undefined);
  if (!answer) return undefined;
  const said = (await answer.json()) as Ordered & { message?: string };
  expect(answer.status, said.message).toBe(200);
  return said;
}

const pay = ({ payment_url: url }: Ordered) => fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' });

async function checkOne({ reference, order_url: path }: Ordered): Promise<OrderView> {
  const { search } = new URL(path, stack.url);
  return (await (await fetch(`${stack.url}/api-v1/open/order/${reference}${search}`)).json()) as OrderView;
}

function becomes(ordered: Ordered, state: OrderView['state']): Promise<OrderView> {
  return vi.waitUntil(async () => {
    const now = await checkOne(ordered).catch(() => undefined);
    return now?.state === state && now;
  }, PATIENCE);
}

async function stock(): Promise<number> {
  const answer = await fetch(`${stack.url}/api-v1/product/details/${PRODUCT}`);
  return ((await answer.json()) as { quantaty: number }).quantaty;
}

/** Kills the server while it waits for this lock, and starts it again without the lock. */
async function killAt(lock: string, task: () => Promise<unknown>): Promise<void> {
  const hold = await holdLock(dataDir, lock);
  const doing = task();
  await hold.held;
  await stack.server().kill();
  await hold.letGo();
  await doing;
  await stack.restartServer();
}

/** The unit is for sale again and no refund is open. */
async function shelved(): Promise<void> {
  await vi.waitUntil(async () => (await stock()) === 1, PATIENCE);
  expect(await ledgerCheckOutput(runningDatabaseUrl(dataDir) ?? '')).toEqual(['The ledger adds up.']);
}

/** Prepares the call that cancels an order. */
async function cancelling(ordered: Ordered): Promise<() => Promise<unknown>> {
  const { search } = new URL((await checkOne(ordered)).links.cancel, stack.url);
  return () => fetch(`${stack.url}/api-v1/open/order/${ordered.reference}/cancel${search}`, { method: 'POST' });
}

/** Cancels a paid order, so that the next test finds the unit. */
async function cancelAndFreeUnit(ordered: Ordered): Promise<void> {
  await cancelling(ordered).then((send) => send());
  const back = await becomes(ordered, 'cancelled');
  expect(back.credit_note_numbers).toHaveLength(1);
  await shelved();
}

test('killed while it reserves the unit: no order, and the unit is still in stock [LEDGER-18]', async () => {
  await killAt(`select from products where id = '${PRODUCT}' for update`, () => order('killed-at-unit'));
  await shelved();
});

testInFull(
  'killed before the payment is started: the order is released automatically, and a repeated order can be paid',
  async () => {
    await killAt('lock table payment_intents in access exclusive mode', () => order('killed-at-intent'));
    await shelved();
    const again = await order('killed-at-intent');
    if (!again) throw new Error('The repeat was not answered.');
    await pay(again);
    await becomes(again, 'paid');
    await cancelAndFreeUnit(again);
  },
);

testInFull('killed between the address and the payment: the payment counts', async () => {
  const ordered = await order('killed-before-payment');
  if (!ordered) throw new Error('The order was not answered.');
  await stack.restartServer();
  await pay(ordered);
  await becomes(ordered, 'paid');
  await cancelAndFreeUnit(ordered);
});

testInFull(
  'killed when the payment arrives, so that its report is lost: the state is asked for and the payment counts',
  async () => {
    const ordered = await order('killed-at-webhook');
    if (!ordered) throw new Error('The order was not answered.');
    await stack.server().kill();
    await pay(ordered);
    await stack.restartServer();
    await becomes(ordered, 'paid');
    await cancelAndFreeUnit(ordered);
  },
);

test('killed while it settles: paid once, with one invoice [LEDGER-18]', async () => {
  const ordered = await order('killed-at-settling');
  if (!ordered) throw new Error('The order was not answered.');
  await killAt('lock table invoice_counters in access exclusive mode', () => pay(ordered));
  const paid = await becomes(ordered, 'paid');
  const rows = await rowsOf(runningDatabaseUrl(dataDir) ?? '', 'select number from invoices where reference = $1', [
    paid.reference,
  ]);
  expect(rows).toEqual(paid.invoice_numbers.map((number) => ({ number })));
  await cancelAndFreeUnit(ordered);
});

testInFull('killed during a cancellation: the order is still paid, and can be cancelled [LEDGER-18]', async () => {
  const ordered = await order('killed-at-cancelling');
  if (!ordered) throw new Error('The order was not answered.');
  await pay(ordered);
  await becomes(ordered, 'paid');
  const cancel = await cancelling(ordered);
  await killAt('lock table refunds in access exclusive mode', () => cancel().catch(() => undefined));
  expect((await becomes(ordered, 'paid')).refund).toBe('none');
  await cancelAndFreeUnit(ordered);
});

testInFull('killed before a refund is sent to the provider: it is sent afterwards, once', async () => {
  const ordered = await order('killed-at-refund');
  if (!ordered) throw new Error('The order was not answered.');
  await pay(ordered);
  await becomes(ordered, 'paid');
  await cancelling(ordered).then((send) => send());
  await stack.restartServer();
  await vi.waitUntil(async () => (await checkOne(ordered)).refund === 'completed', PATIENCE);
  await shelved();
});

testInFull('an unpaid order returns its unit to the stock', async () => {
  const ordered = await order('never-paid');
  if (!ordered) throw new Error('The order was not answered.');
  expect(await stock()).toBe(0);
  await becomes(ordered, 'released');
  await shelved();
});
