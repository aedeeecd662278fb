import { beforeAll, expect, test } from 'vitest';
import type { OrderRequest, OrderView } from '@bijli/contract/shop-orders';
import { TestClock } from '#kernel/clock.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { testApp, type TestApp } from '#testing/app.ts';
import { LEDGER_PARTS } from '../../../ledger-parts.ts';
import { importProducts } from '../index.ts';

/** The server's own rounds rest: what is asked for again is asked for by a test. */
const clock = new TestClock('2026-11-20T10:00:00Z', { minIntervalMs: 10_000 * 3_600_000 });
let stack: TestApp;

beforeAll(async () => {
  stack = await testApp({ clock, env: { ORDERS_PER_ADDRESS_HOUR: '1000', UNPAID_ORDERS_PER_ADDRESS: '1000' } });
});

let products = 0;

/** A product of its own for each test. */
async function product(stock: number, more: object = {}): Promise<string> {
  products += 1;
  const row = {
    sku: `TEST-${products}`,
    name: `Wallbox ${products}`,
    category: 'ac',
    price: 40_000,
    discount_price: 32_999,
    max_output: 7.4,
    stock,
    images: ['/media/products/none.svg'],
    connectors: ['2'],
    colours: ['White', 'Neem'],
    specification: ['Cable: 5 m'],
    hsn: '8504',
    gst_rate: 5,
    ...more,
  };
  const { refused } = await importProducts(stack.app.database, [row]);
  expect(refused).toEqual([]);
  return row.sku.toLowerCase();
}

function orderOf(productId: string, more: Partial<OrderRequest> = {}): OrderRequest {
  return {
    name: 'Asha Rao',
    email: 'asha@example.com',
    mobile: '9876543210',
    address: '14, 3rd Cross, Indiranagar',
    city: 'Bengaluru',
    pincode: '560038',
    product_id: productId,
    product_name: 'what the browser calls it',
    price: 32_999,
    shipping_price: 0,
    total_price: 32_999,
    ...more,
  };
}

interface CheckoutAnswer {
  status: number;
  body: {
    payment_url?: string;
    reference?: string;
    order_url?: string;
    code?: string;
    message?: string;
    facts?: unknown;
  };
}

async function checkout(request: unknown): Promise<CheckoutAnswer> {
  const answer = await fetch(`${stack.url}/api-v1/open/order/checkout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  return { status: answer.status, body: (await answer.json()) as CheckoutAnswer['body'] };
}

/** An order that awaits its payment, and how its buyer goes on. */
async function placed(request: OrderRequest) {
  const { status, body } = await checkout(request);
  expect(status, body.message).toBe(200);
  const { payment_url: paymentUrl = '', reference = '', order_url: orderUrl = '' } = body;
  const signature = new URL(orderUrl, stack.url).search;
  const viewOf = async (): Promise<OrderView> => {
    const answer = await fetch(`${stack.url}/api-v1/open/order/${reference}${signature}`);
    return (await answer.json()) as OrderView;
  };
  const signatureFor = async (action: keyof OrderView['links']): Promise<string> =>
    new URL((await viewOf()).links[action], stack.url).search;
  return {
    reference,
    paymentUrl,
    pay: async (): Promise<void> => {
      await fetch(`${paymentUrl}/pay`, { method: 'POST', redirect: 'manual' });
      await stack.sandbox.webhooksSettled();
    },
    viewOf,
    cancel: async () =>
      fetch(`${stack.url}/api-v1/open/order/${reference}/cancel${await signatureFor('cancel')}`, { method: 'POST' }),
    document: async (kind: 'invoice' | 'credit_note') => fetch(`${stack.url}${(await viewOf()).links[kind]}`),
  };
}

async function stockOf(id: string): Promise<number> {
  const answer = await fetch(`${stack.url}/api-v1/product/details/${id}`);
  return ((await answer.json()) as { quantaty: number }).quantaty;
}

const books = () => listLedgerProblems(stack.app.database, LEDGER_PARTS);

/** Lets what is due be done: refunds brought to the provider, units released. */
async function passTime(ms: number): Promise<void> {
  clock.advance(ms);
  await stack.app.modules.payments.reconcileDue();
  await stack.app.modules.storefront.orders.releaseOverdue();
}

/** Lets time pass until an order's money is back with its buyer. */
async function refunded(order: { viewOf(): Promise<OrderView> }): Promise<void> {
  for (let round = 0; round < 20 && (await order.viewOf()).refund !== 'completed'; round += 1)
    await passTime(MINUTE_MS);
  expect((await order.viewOf()).refund).toBe('completed');
}

test('an order reserves a unit, is paid on the hosted page, and gets a numbered tax invoice [API-30, ENTITY-21, TAX-13]', async () => {
  const id = await product(3);
  const order = await placed(orderOf(id, { shipping_price: 450, total_price: 33_449, colour: 'Neem' }));
  expect(await stockOf(id)).toBe(2);
  expect(await order.viewOf()).toMatchObject({
    state: 'awaiting_payment',
    payment_url: order.paymentUrl,
    total_price: 33_449,
  });
  await order.pay();
  const paid = await order.viewOf();
  expect(paid).toMatchObject({ state: 'paid', colour: 'Neem', refund: 'none', can_cancel: true });
  expect(paid.invoice_numbers).toEqual([expect.stringMatching(/^SH29\/2627\/\d{6}$/)]);
  const document = await order.document('invoice');
  expect(document.headers.get('content-type')).toBe('application/pdf');
  expect(
    Buffer.from(await document.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect(await stockOf(id)).toBe(2);
  expect(await books()).toEqual([]);
});

test('prices from the browser are only claims: another one is refused with the present figures and reserves no unit [ORDER-18]', async () => {
  const id = await product(1);
  const cheap = await checkout(orderOf(id, { price: 1, total_price: 1 }));
  expect(cheap).toMatchObject({
    status: 409,
    body: { code: 'order_changed', facts: { price: 32_999, shipping_price: 0, total_price: 32_999, quantaty: 1 } },
  });
  for (const claim of [
    { total_price: 100 },
    { total_price: 40_000 },
    { price: 1 },
    { price: 40_000, total_price: 40_000 },
  ]) {
    expect(await checkout(orderOf(id, claim)), JSON.stringify(claim)).toMatchObject(cheap);
  }
  expect(await checkout(orderOf(id, { shipping_price: 450 }))).toMatchObject({
    status: 409,
    body: { facts: { shipping_price: 450, total_price: 33_449 } },
  });
  expect(await stockOf(id)).toBe(1);
});

test('an order beyond the stock is refused, and a unit is sold once [ORDER-18, ORDER-19]', async () => {
  const id = await product(1);
  const answers = await Promise.all(Array.from({ length: 12 }, () => checkout(orderOf(id))));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
    new Set(['out_of_stock']),
  );
  expect(await stockOf(id)).toBe(0);
});

test('a repeat with the same key is the same order; the key with another order is refused [ORDER-19]', async () => {
  const id = await product(5);
  const key = 'key-of-one-order';
  const [first, second] = await Promise.all([checkout(orderOf(id, { key })), checkout(orderOf(id, { key }))]);
  expect(first.body.reference).toBe(second.body.reference);
  expect((await checkout(orderOf(id, { key }))).body).toEqual(first.body);
  expect(await stockOf(id)).toBe(4);
  expect((await checkout(orderOf(id, { key, city: 'Mysuru' }))).body.code).toBe('order_key_used');
});

test('a mobile number with its prefix and spaces is the same number', async () => {
  const id = await product(2);
  const key = 'number-1';
  const { body } = await checkout(orderOf(id, { key, mobile: '+91 98765-43210' }));
  expect((await checkout(orderOf(id, { key, mobile: '9876543210' }))).body).toEqual(body);
});

test.each([
  ['an empty name [ORDER-6]', { name: '  ' }, 'order_field_invalid'],
  ['a name of joiners only', { name: '\u200D\uFE0F' }, 'order_field_invalid'],
  ['a city of dashes', { city: '--' }, 'order_field_invalid'],
  ['an address of joiners only', { address: '\u200C \u200D' }, 'order_field_invalid'],
  ['script in the name', { name: '<script>alert(1)</script>' }, 'order_field_invalid'],
  ['script in the address', { address: '"><img src=x onerror=alert(1)>' }, 'order_field_invalid'],
  ['script in the city', { city: '<b>Pune</b>' }, 'order_field_invalid'],
  ['an e-mail that is none [ORDER-7]', { email: 'asha@' }, 'order_field_invalid'],
  ['nine digits [ORDER-8]', { mobile: '987654321' }, 'order_field_invalid'],
  ['eleven digits [ORDER-8]', { mobile: '98765432101' }, 'order_field_invalid'],
  ['a pincode of three [ORDER-9]', { pincode: '560' }, 'order_field_invalid'],
  ['a pincode of eleven [ORDER-9]', { pincode: '56003800000' }, 'order_field_invalid'],
  ['shipping below nothing [ORDER-10]', { shipping_price: -1, total_price: 32_998 }, 'shipping_invalid'],
  ['a fraction of a paisa', { shipping_price: 0.001 }, 'shipping_invalid'],
  ['a price that is no number', { price: Number.NaN }, 'bad_request'],
  ['a colour that is not sold', { colour: 'Gold' }, 'order_field_invalid'],
  ['a product that is not there', { product_id: 'nothing' }, 'product_unknown'],
])('%s is refused with a sentence and leaves nothing behind', async (_what, wrong, code) => {
  const id = await product(1);
  const { status, body } = await checkout({ ...orderOf(id), ...wrong });
  expect(status).toBeGreaterThanOrEqual(400);
  expect(body.code).toBe(code);
  expect(body.message?.length).toBeGreaterThan(10);
  expect(await stockOf(id)).toBe(1);
});

test('an order with only the specification’s fields is accepted, and none of them may be missing [ENTITY-20, ENTITY-21, ORDER-6]', async () => {
  const request = orderOf(await product(1));
  for (const field of Object.keys(request)) {
    const { [field as keyof OrderRequest]: _, ...others } = request;
    expect(await checkout(others), field).toMatchObject({ status: 400, body: { code: 'bad_request' } });
  }
  expect(await checkout(request)).toMatchObject({
    status: 200,
    body: { payment_url: expect.stringMatching(/^http/) },
  });
});

test('an order with digits of a Hindi keyboard has them as Latin ones', async () => {
  const order = await placed(orderOf(await product(1), { mobile: '९८७६५४३२१०', pincode: '५६००३८' }));
  expect(await order.viewOf()).toMatchObject({ mobile: '9876543210', pincode: '560038' });
});

test('a body of ten megabytes is refused', async () => {
  const { status } = await checkout(orderOf('any', { address: 'x'.repeat(10_000_000) }));
  expect(status).toBe(413);
});

test('an unpaid unit is back in stock after a while, and its late payment takes it again', async () => {
  const id = await product(1);
  const order = await placed(orderOf(id));
  await passTime(14 * MINUTE_MS);
  expect(await stockOf(id)).toBe(0);
  await passTime(2 * MINUTE_MS);
  await passTime(3 * MINUTE_MS);
  expect(await order.viewOf()).toMatchObject({ state: 'released', refund: 'none', can_pay: true });
  expect(await stockOf(id)).toBe(1);
  await order.pay();
  expect((await order.viewOf()).state).toBe('paid');
  expect(await stockOf(id)).toBe(0);
});

test('a payment that arrives when the last unit is gone is refunded automatically, and the ledger stays right [PAYMENT-9]', async () => {
  const id = await product(1);
  stack.sandbox.quirks.set({ lateAuthorisation: true });
  const slow = await placed(orderOf(id));
  await slow.pay();
  stack.sandbox.quirks.clear();
  expect((await slow.viewOf()).state).toBe('released');
  const quick = await placed(orderOf(id, { name: 'Ravi' }));
  await quick.pay();
  expect((await quick.viewOf()).state).toBe('paid');
  const late = stack.sandbox.orders.all().find(({ state }) => state === 'FAILED');
  await fetch(`${stack.sandbox.url}/sandbox/orders/${late?.merchantOrderId}/authorise`, { method: 'POST' });
  await stack.sandbox.webhooksSettled();
  expect(await slow.viewOf()).toMatchObject({ state: 'released', refund: 'pending', refunded: 32_999, can_pay: false });
  await refunded(slow);
  expect(await stockOf(id)).toBe(0);
  // It stays over when a unit is back.
  await quick.cancel();
  expect(await stockOf(id)).toBe(1);
  expect((await slow.viewOf()).can_pay).toBe(false);
  const again = stack.app.modules.storefront.orders.pay(slow.reference);
  await expect(again).rejects.toMatchObject({ code: 'order_closed' });
  expect(await stockOf(id)).toBe(1);
  expect(await books()).toEqual([]);
});

test('a buyer cancels before dispatch: the money is refunded, with a credit note, and the unit is back in stock [TAX-13]', async () => {
  const id = await product(1);
  const order = await placed(orderOf(id));
  await order.pay();
  expect((await order.cancel()).status).toBe(200);
  const cancelled = await order.viewOf();
  expect(cancelled).toMatchObject({
    state: 'cancelled',
    refund: 'pending',
    refunded: 32_999,
    can_cancel: false,
    can_pay: false,
  });
  expect(cancelled.credit_note_numbers).toEqual([expect.stringMatching(/^CN29\/2627\//)]);
  expect(await stockOf(id)).toBe(1);
  await refunded(order);
  expect((await order.cancel()).status).toBe(409);
  expect(await books()).toEqual([]);
});

test('a buyer who has cancelled an unpaid order gets a late payment refunded', async () => {
  const id = await product(1);
  const order = await placed(orderOf(id));
  expect((await order.viewOf()).can_pay).toBe(true);
  expect((await order.cancel()).status).toBe(200);
  expect((await order.viewOf()).can_pay).toBe(false);
  expect(await stockOf(id)).toBe(1);
  await order.pay();
  expect(await order.viewOf()).toMatchObject({ state: 'released', refund: 'pending', refunded: 32_999 });
  expect(await stockOf(id)).toBe(1);
  await refunded(order);
  expect(await books()).toEqual([]);
});

test('an order that is on its way cannot be cancelled by its buyer', async () => {
  const id = await product(1);
  const order = await placed(orderOf(id));
  await order.pay();
  await stack.app.modules.storefront.orders.dispatch(order.reference, { carrier: 'Surface', docket: '7204' });
  expect((await order.cancel()).status).toBe(409);
  expect(await order.viewOf()).toMatchObject({
    state: 'dispatched',
    docket: '7204',
    refund: 'none',
    can_cancel: false,
  });
});

test('the return from the payment leads to the order’s page, but only from the address that we gave the provider', async () => {
  const order = await placed(orderOf(await product(1)));
  const { redirectUrl } = stack.sandbox.orders.all().at(-1) ?? expect.unreachable();
  const { pathname, searchParams } = new URL(redirectUrl);
  const landing = async (query: URLSearchParams): Promise<string | null> =>
    (await fetch(`${stack.url}${pathname}?${query}`, { redirect: 'manual' })).headers.get('location');
  expect(await landing(searchParams)).toMatch(new RegExp(`^/order/${order.reference}\\?sig=`));
  searchParams.delete('sig');
  expect(await landing(searchParams)).toBe('/wallet');
  searchParams.append('sig', 'a');
  searchParams.append('sig', 'b');
  expect(await landing(searchParams)).toBe('/wallet');
});

test('without its signature nothing of an order is shown', async () => {
  const order = await placed(orderOf(await product(1)));
  const answer = await fetch(`${stack.url}/api-v1/open/order/${order.reference}?sig=${'A'.repeat(32)}`);
  expect(answer.status).toBe(404);
});
