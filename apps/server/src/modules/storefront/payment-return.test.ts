import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { testApp } from '#testing/app.ts';
import { PRODUCT_ROW, insertProducts } from '#testing/shop-fixture.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
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

/** A visitor who has paid for an order, and where the provider sends the browser. */
async function paidOrder() {
  const stack = await testApp({ clock });
  await insertProducts(stack.app.database, PRODUCT_ROW);
  const asked = { ...REQUEST, product_id: 'wb-7', product_name: 'Wallbox 7' };
  const body = JSON.stringify(asked);
  const headers = { 'content-type': 'application/json' };
  const placed = await fetch(`${stack.url}/api-v1/open/order/checkout`, { method: 'POST', headers, body });
  const { payment_url: paymentUrl } = (await placed.json()) as { payment_url: string };
  const { redirectUrl, merchantOrderId } = stack.sandbox.orders.all().at(-1) ?? expect.unreachable();
  await fetch(`${paymentUrl}/pay`, { method: 'POST', redirect: 'manual' });
  await stack.sandbox.webhooksSettled();
  const { pathname, search } = new URL(redirectUrl);
  const before = createHmac('sha256', 'demo-checksum-secret').update(`checkout|${merchantOrderId}`).digest('hex');
  return {
    database: stack.app.database,
    /** As it was signed before there was a secret for links. */
    old: `?txn=${merchantOrderId}&sig=${before}`,
    async landing(query = search): Promise<string> {
      const answer = await fetch(`${stack.url}${pathname}${query}`, { redirect: 'manual' });
      return answer.headers.get('location') ?? '';
    },
    opens: async (path: string): Promise<number> => (await fetch(`${stack.url}/api-v1/open${path}`)).status,
  };
}

test('the way back from the payment opens the order for a day, never for longer than its own link, and then only offers a fresh one', async () => {
  const placedAt = clock.now().getTime();
  const { landing, opens } = await paidOrder();
  clock.advance(DAY_MS);
  const link = await landing();
  expect(Number.parseInt(/sig=(\w+)\./.exec(link)?.[1] ?? '', 36) * 1e3).toBeLessThanOrEqual(placedAt + 180 * DAY_MS);
  expect(await opens(link)).toBe(200);
  clock.advance(60 * MINUTE_MS);
  expect(await opens(await landing())).toBe(410);
});

test('a way back that was signed before there was a secret for links leads to payments of that time only, and for 30 days', async () => {
  const { database, old, landing, opens } = await paidOrder();
  expect(await landing(old)).toBe('/wallet');
  await database.$client.query("update payment_intents set created_at = created_at - interval '1 minute'");
  expect(await opens(await landing(old))).toBe(200);
  clock.advance(30 * DAY_MS - MINUTE_MS);
  expect(await opens(await landing(old))).toBe(410);
  clock.advance(MINUTE_MS);
  expect(await landing(old)).toBe('/wallet');
});
