import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { OrderView } from '@bijli/contract/shop-orders';
import { TestClock } from '#kernel/clock.ts';
import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import { testApp } from '#testing/app.ts';
import { PRODUCT_ROW, insertProducts } from '#testing/shop-fixture.ts';
import { products } from '../storefront.tables.ts';

const clock = new TestClock('2026-11-20T10:00:00Z');
const REQUEST = {
  name: 'Asha Rao',
  email: 'asha@example.com',
  mobile: '9876543210',
  address: '14, 3rd Cross, Indiranagar',
  city: 'Bengaluru',
  pincode: '560038',
  price: 32_999,
  shipping_price: 0,
  total_price: 32_999,
};

/** A visitor who has paid for an order, or left its payment, and where the provider sends the browser. */
async function orderAtProvider(choice: 'pay' | 'cancel' = 'pay', language = 'en') {
  const stack = await testApp({ clock });
  await insertProducts(stack.app.database, PRODUCT_ROW);
  const asked = { ...REQUEST, product_id: 'wb-7', product_name: 'Wallbox 7' };
  const body = JSON.stringify(asked);
  const headers = { 'content-type': 'application/json', 'accept-language': language };
  const placed = await fetch(`${stack.url}/api-v1/open/order/checkout`, { method: 'POST', headers, body });
  const { payment_url: paymentUrl, order_url: orderUrl } = (await placed.json()) as Record<
    'payment_url' | 'order_url',
    string
  >;
  const { redirectUrl, merchantOrderId } = stack.sandbox.orders.all().at(-1) ?? expect.unreachable();
  await fetch(`${paymentUrl}/${choice}`, { method: 'POST', redirect: 'manual' });
  await stack.sandbox.webhooksSettled();
  const { pathname, search } = new URL(redirectUrl);
  const before = createHmac('sha256', 'demo-checksum-secret').update(`checkout|${merchantOrderId}`).digest('hex');
  return {
    app: stack.app,
    database: stack.app.database,
    paymentUrl,
    orderUrl,
    url: stack.url,
    /** As it was signed before there was a secret for links. */
    old: `?txn=${merchantOrderId}&sig=${before}`,
    async landing(query = search): Promise<string> {
      const answer = await fetch(`${stack.url}${pathname}${query}`, { redirect: 'manual' });
      return answer.headers.get('location') ?? '';
    },
    opens: async (path: string): Promise<number> => (await fetch(`${stack.url}/api-v1/open${path}`)).status,
  };
}

test('the return from the payment opens the order for a day, never longer than its own link, and then only offers a new link', async () => {
  const placedAtMs = clock.now().getTime();
  const { landing, opens } = await orderAtProvider();
  clock.advance(DAY_MS);
  const link = await landing();
  expect(Number.parseInt(/sig=(\w+)\./.exec(link)?.[1] ?? '', 36) * 1e3).toBeLessThanOrEqual(placedAtMs + 180 * DAY_MS);
  expect(await opens(link)).toBe(200);
  clock.advance(60 * MINUTE_MS);
  expect(await opens(await landing())).toBe(410);
});

test('a return address that was signed before there was a secret for links works for payments of that time only, and for 30 days', async () => {
  const { database, old, landing, opens } = await orderAtProvider();
  expect(await landing(old)).toBe('/wallet');
  await database.$client.query("update payment_intents set created_at = created_at - interval '1 minute'");
  expect(await opens(await landing(old))).toBe(200);
  clock.advance(30 * DAY_MS - MINUTE_MS);
  expect(await opens(await landing(old))).toBe(410);
  clock.advance(MINUTE_MS);
  expect(await landing(old)).toBe('/wallet');
});

test('a payment that its buyer has left counts as cancelled at once, keeps the unit, and can be tried again where it was', async () => {
  const { app, database, landing, url, paymentUrl } = await orderAtProvider('cancel');
  const page = await landing();
  const view = async (): Promise<OrderView> => (await (await fetch(`${url}/api-v1/open${page}`)).json()) as OrderView;
  const left = await view();
  expect(left).toMatchObject({ state: 'awaiting_payment', payment_cancelled_at: clock.now().toISOString() });
  const [product] = await database.select().from(products);
  expect(product?.stock).toBe(4);
  expect(await app.modules.storefront.orders.pay(left.reference)).toBe(paymentUrl);
  expect(await view()).toMatchObject({ state: 'awaiting_payment', payment_cancelled_at: null });
});

test('a buyer who ordered in Hindi returns from the payment to the page in Hindi', async () => {
  const { landing, orderUrl } = await orderAtProvider('pay', 'hi');
  for (const page of [orderUrl, await landing()]) expect(page).toMatch(/^\/hi\/order\/O-\w+\?sig=/);
});
