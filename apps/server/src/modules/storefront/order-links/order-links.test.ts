import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShopPage } from '@bijli/contract/shop-page';
import { createHttp } from '#http/calls/serve.ts';
import { createShopPages } from '#http/pages/shop-pages.ts';
import { TestClock } from '#kernel/clock.ts';
import { DAY_MS, HOUR_MS } from '#kernel/durations.ts';
import { testApp, type TestApp } from '#testing/app.ts';
import { eventually } from '#testing/eventually.ts';
import { testServer } from '#testing/server.ts';
import { PRODUCT_ROW, insertOrderOf, insertPaidOrder, insertProducts } from '#testing/shop-fixture.ts';
import { smtpServer, type SmtpServer } from '#testing/smtp-server.ts';
import { orderPagesRoutes } from '../pages/order-pages.routes.ts';
import { createOrderLinks } from './order-links.ts';

const ROUND_MS = 2000;
const clock = new TestClock('2026-11-20T10:00:00Z');
let stack: TestApp;
let app: FastifyInstance;
let smtp: SmtpServer;
/** What was rendered last. */
let shown: ShopPage | undefined;

beforeAll(async () => {
  smtp = await smtpServer();
  stack = await testApp({ clock, env: { SMTP_URL: smtp.url } });
  await insertProducts(stack.app.database, PRODUCT_ROW);
  app = await testServer();
  const pages = createShopPages((page) => {
    shown = page;
    return page.kind;
  });
  orderPagesRoutes(createHttp(app, stack.app.modules.accounts.authenticate, true), stack.app.modules.storefront, pages);
});
afterAll(() => app.close());

const page = async (url: string, method: 'GET' | 'POST' = 'GET') => {
  const { statusCode, body } = await app.inject({ method, url });
  return [statusCode, body];
};
const call = async (path: string, method = 'GET') => {
  const answer = await fetch(`${stack.url}${path}`, { method });
  const isJson = answer.headers.get('content-type')?.includes('json');
  return [answer.status, isJson ? ((await answer.json()) as { code?: string }).code : undefined];
};
const queryOf = (path: string): string => path.slice(path.indexOf('?'));
const apiOf = (reference: string): string => `/api-v1/open/order/${reference}`;

test('a link opens only what it is for: that of the page no document and no action, that of a document nothing else, and none another order', async () => {
  const { database, modules } = stack.app;
  const { storefront } = modules;
  const [{ reference }, other] = [await insertPaidOrder(database, 'O-OWN'), await insertPaidOrder(database, 'O-OTHER')];
  const path = storefront.getOrderPath(reference);
  const { links } = await storefront.viewByReference(reference);
  expect(await page(path)).toEqual([200, 'order']);
  expect(await call(links.invoice)).toEqual([200, undefined]);

  for (const wrong of [path, links.pay, links.cancel, links.credit_note])
    expect(await call(`${apiOf(reference)}/invoice.pdf${queryOf(wrong)}`)).toEqual([404, 'order_unknown']);
  for (const wrong of [path, links.invoice, links.pay]) {
    expect(await page(`/order/${reference}/cancel${queryOf(wrong)}`, 'POST')).toEqual([404, 'missing']);
    expect(await call(`${apiOf(reference)}/cancel${queryOf(wrong)}`, 'POST')).toEqual([404, 'order_unknown']);
  }
  for (const wrong of [links.invoice, links.cancel, links.pay]) {
    expect(await page(`/order/${reference}${queryOf(wrong)}`)).toEqual([404, 'missing']);
    expect(await call(`${apiOf(reference)}${queryOf(wrong)}`)).toEqual([404, 'order_unknown']);
    expect(await page(`/order/${reference}/link${queryOf(wrong)}`, 'POST')).toEqual([404, 'missing']);
  }
  expect(await page(`/order/${other.reference}${queryOf(path)}`)).toEqual([404, 'missing']);
  expect(await call(`${apiOf(other.reference)}/invoice.pdf${queryOf(links.invoice)}`)).toEqual([404, 'order_unknown']);
  const longer = path.replace(/sig=\w+/, 'sig=zzzzzz');
  expect(await page(longer)).toEqual([404, 'missing']);
  expect((await storefront.viewByReference(reference)).state).toBe('paid');
});

test('a link expires after 180 days and so do the links on its page; the page sends a new one to the order’s address', async () => {
  const { reference } = await insertPaidOrder(stack.app.database, 'O-OLD');
  const path = stack.app.modules.storefront.getOrderPath(reference);
  clock.advance(180 * DAY_MS - 60_000);
  await page(path);
  expect(shown).toMatchObject({ kind: 'order' });
  const links = shown?.kind === 'order' ? shown.order.links : expect.fail('the order is not shown');
  clock.advance(60_000);

  expect(await page(path)).toEqual([410, 'order-link']);
  expect(await call(`${apiOf(reference)}${queryOf(path)}`)).toEqual([410, 'order_link_expired']);
  expect(await call(links.invoice)).toEqual([410, 'order_link_expired']);
  expect(await page(links.cancel, 'POST')).toEqual([404, 'missing']);

  await page(path);
  const { action } = shown?.kind === 'order-link' ? shown : expect.fail('no fresh link is offered');
  expect(action).toBe(`/order/${reference}/link${queryOf(path)}`);
  expect(await page(action, 'POST')).toEqual([200, 'order-link']);
  expect(shown).toEqual({ kind: 'order-link', action: '' });
  const [mail] = await mailed(reference, 1);
  expect(mail?.to).toBe('asha@example.com');
  // Quoted-printable (RFC 2045 section 6.7).
  const text = (mail?.text ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
  const [fresh = ''] = /\/order\/O-OLD\?sig=[\w.-]+/.exec(text) ?? [];
  expect(await page(fresh)).toEqual([200, 'order']);
});

test('however often a new link is requested, three a day are sent, and nobody without a link can request one', async () => {
  const { reference } = await insertPaidOrder(stack.app.database, 'O-OFTEN');
  const path = stack.app.modules.storefront.getOrderPath(reference);
  const ask = () => page(`/order/${reference}/link${queryOf(path)}`, 'POST');
  clock.advance(181 * DAY_MS);
  for (let sent = 1; sent <= 3; sent += 1) {
    expect(await Promise.all([ask(), ask()])).toEqual([
      [200, 'order-link'],
      [200, 'order-link'],
    ]);
    await mailed(reference, sent);
  }
  expect(await ask()).toEqual([200, 'order-link']);
  await stack.app.modules.storefront.purgeExpired();
  expect(await ask()).toEqual([200, 'order-link']);
  expect(await page(`/order/${reference}/link?sig=${'A'.repeat(32)}`, 'POST')).toEqual([404, 'missing']);
  expect(await page(`/order/O-NOBODYS/link${queryOf(path)}`, 'POST')).toEqual([404, 'missing']);
  const due = await stack.app.database.$client.query(
    "select from order_messages where kind = 'link' and due_at > 'epoch'",
  );
  expect(due.rowCount).toBe(0);
  clock.advance(DAY_MS);
  expect(await ask()).toEqual([200, 'order-link']);
  await mailed(reference, 4);
});

test('while a link still opens its page, it cannot be used to send mail to the buyer', async () => {
  const { reference } = await insertPaidOrder(stack.app.database, 'O-OPEN');
  const ask = await page(
    `/order/${reference}/link${queryOf(stack.app.modules.storefront.getOrderPath(reference))}`,
    'POST',
  );
  expect(ask).toEqual([200, 'order-link']);
  const due = `select from order_messages m join shop_orders o on o.id = m.order_id
    where o.reference = '${reference}' and m.kind = 'link'`;
  expect((await stack.app.database.$client.query(due)).rowCount).toBe(0);
});

test('an unpaid order is purged after 90 days with all others, even if its buyer requested a link an hour ago', async () => {
  const { database, modules } = stack.app;
  const { storefront } = modules;
  const query = queryOf(storefront.getOrderPath('O-ASKED'));
  clock.advance(181 * DAY_MS);
  // An hour too young to be forgotten by the round of the server itself.
  const at = new Date(clock.now().getTime() - 90 * DAY_MS + HOUR_MS);
  const over = { state: 'released', createdAt: at, closedAt: at } as const;
  const [asked, quiet] = [
    await insertOrderOf(database, 'O-ASKED', over),
    await insertOrderOf(database, 'O-QUIET', over),
  ];
  await page(`/order/${asked.reference}/link${query}`, 'POST');
  await mailed(asked.reference, 1);
  const left = async () => {
    const orders = await Promise.all([asked, quiet].map(({ reference }) => storefront.orders.find(reference)));
    return orders.map((order) => order?.reference);
  };
  clock.advance(HOUR_MS);
  await storefront.purgeExpired();
  expect(await left()).toEqual(['O-ASKED', undefined]);
  clock.advance(DAY_MS);
  await storefront.purgeExpired();
  expect(await left()).toEqual([undefined, undefined]);
});

test('links that were signed before work for 30 days from the first start with a secret for links, restarts or not, and then lead to a new one', async () => {
  const own = new TestClock('2026-11-20T10:00:00Z');
  const later = await testApp({ clock: own });
  await insertProducts(later.app.database, PRODUCT_ROW);
  const { reference } = await insertPaidOrder(later.app.database, 'O-BEFORE');
  const signature = (secret: string) =>
    createHmac('sha256', secret).update(`order|${reference}`).digest('base64url').slice(0, 32);
  const old = `sig=${signature('demo-checksum-secret')}`;
  const get = async (path: string) => (await fetch(`${later.url}${path}`)).status;
  own.advance(ROUND_MS);
  await eventually(async () =>
    expect((await later.app.database.$client.query('select from shop_first_times')).rowCount).toBe(1),
  );

  own.advance(30 * DAY_MS - 60_000);
  expect(await get(`${apiOf(reference)}?${old}`)).toBe(200);
  expect(await get(`${apiOf(reference)}/invoice.pdf?${old}`)).toBe(200);
  expect(await get(`${apiOf(reference)}?sig=${signature('demo-link-secret')}`)).toBe(404);
  const restarted = createOrderLinks({
    clock: own,
    secret: 'demo-link-secret',
    oldSecret: 'demo-checksum-secret',
    signedSince: later.app.modules.payments.saveFirstSigning,
  });
  const opened = restarted.open(reference, signature('demo-checksum-secret'), 'order');
  expect((await opened).until).toEqual(new Date('2026-12-20T10:00:02Z'));
  own.advance(60_000);
  expect(await get(`${apiOf(reference)}?${old}`)).toBe(410);
  await later.app.modules.storefront.sendFreshLink(reference, signature('demo-checksum-secret'));
});

test('the link that cancels an order returns to its page, as does one that pays it, so it is worth as much as the page’s', async () => {
  const { reference } = await insertPaidOrder(stack.app.database, 'O-BACK');
  const { links } = await stack.app.modules.storefront.viewByReference(reference);
  for (const [task, notice] of [
    [links.cancel, undefined],
    [links.pay, 'order_closed'],
  ] as const) {
    const { statusCode, headers } = await app.inject({ method: 'POST', url: task });
    expect([statusCode, new URLSearchParams(queryOf(String(headers.location))).get('notice') ?? undefined]).toEqual([
      303,
      notice,
    ]);
    expect(await page(String(headers.location))).toEqual([200, 'order']);
  }
});

/** The fresh links of an order that were sent so far, once there are as many. */
async function mailed(reference: string, count: number): Promise<SmtpServer['mails']> {
  const ofOrder = () => smtp.mails.filter(({ text }) => text.includes(`Subject: Order ${reference}: a fresh link`));
  // A round under way when the mail was asked for may not have seen it.
  await stack.app.modules.storefront.followUpOrders();
  await eventually(() => expect(ofOrder()).toHaveLength(count));
  // A mail is there a moment before the shop has noted that it left.
  await eventually(async () => {
    const due = `select from order_messages m join shop_orders o on o.id = m.order_id
      where o.reference = '${reference}' and m.due_at is not null`;
    expect((await stack.app.database.$client.query(due)).rowCount).toBe(0);
  });
  return ofOrder();
}
