import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { productReviews } from '#modules/storefront/storefront.tables.ts';
import { commandLine } from '#testing/command-line.ts';
import { testDatabase } from '#testing/database.ts';
import { INSTALLATION_ROW, PRODUCT_ROW, insertOrderOf, insertPaidOrder } from '#testing/shop-fixture.ts';

const database = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'bijli-cli-shop-'));
afterAll(() => rmSync(folder, { recursive: true }));

const bijli = commandLine(database, folder);

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

beforeAll(async () => {
  expect(
    (await bijli('products', 'import', file('first.json', JSON.stringify([PRODUCT_ROW, INSTALLATION_ROW])))).code,
  ).toBe(0);
  await insertOrderOf(database, 'O-OPEN');
  await insertPaidOrder(database, 'O-PAID');
});

const COLUMNS = 'sku,name,category,price,stock,connectors,hsn,gst_rate\n';

test('an operator checks and then imports products from a spreadsheet; a second import changes nothing', async () => {
  const csv = file(
    'shelf.csv',
    `${COLUMNS}A-1,Cable,accessory,1200,7,2|CCS2,8544,18\nA-2,Holster,accessory,900,,,8544,18\n`,
  );
  expect(await bijli('products', 'import', csv)).toEqual({
    code: 1,
    err: '',
    out: 'row 2 (A-2): stock: a number is expected for a new product\n2 products: 1 new, 0 changed, 0 unchanged, 1 refused. Nothing was written.\n',
  });
  const good = file('good.csv', `${COLUMNS}A-1,Cable,accessory,1200,7,2|CCS2,8544,18\n`);
  const dry = await bijli('products', 'import', good, '--dry-run');
  expect(dry).toMatchObject({
    code: 0,
    out: '1 products: 1 new, 0 changed, 0 unchanged, 0 refused. Nothing was written.\n',
  });
  expect((await bijli('products', 'import', good)).out).toBe('1 products: 1 new, 0 changed, 0 unchanged, 0 refused.\n');
  expect((await bijli('products', 'import', good)).out).toBe('1 products: 0 new, 0 changed, 1 unchanged, 0 refused.\n');
});

test('an operator lists all orders, or those of one state', async () => {
  const all = await bijli('orders', 'list');
  expect(all.out).toContain('O-OPEN  2026-11-20 10:00  awaiting_payment');
  expect(all.out).toContain('O-PAID  2026-11-20 10:00  paid');
  expect(all.out).toContain(`\n${all.out.split('\n').length - 2} orders.\n`);
  const paid = await bijli('orders', 'list', '--state', 'paid');
  expect(paid.out).toContain('O-PAID');
  expect(paid.out).not.toContain('O-OPEN');
  expect((await bijli('orders', 'list', '--state', 'released')).out).toBe('No orders.\n');
});

test('an operator sees an order with its buyer’s link; an unknown order is refused with a sentence', async () => {
  const { code, out } = await bijli('orders', 'show', 'O-PAID');
  expect(code).toBe(0);
  expect(out).toContain('Asha Rao, 9876543210, asha@example.com');
  expect(out).toMatch(/invoice +SH29\/2627\/\d{6}/);
  expect(out).toMatch(/https:\/\/bijli\.example\/order\/O-PAID\?sig=[0-9a-z]+\.[\w-]{32}/);
  const unknown = await bijli('orders', 'show', 'O-NONE');
  expect(unknown).toEqual({ code: 1, out: '', err: 'We couldn’t find this order.\n' });
});

test('an operator sees that an installation was bought with a charger', async () => {
  const installation = { installationId: 'inst', installationPaise: 699_900 };
  await insertOrderOf(database, 'O-WITH', { ...installation, totalPaise: 3_999_800 });
  expect((await bijli('orders', 'list')).out).toMatch(/O-WITH .+ with installation {2}Asha Rao/);
  expect((await bijli('orders', 'show', 'O-WITH')).out).toMatch(/installation +to be done, ₹6,999 for each unit/);
});

test('an operator ships an order and marks it as delivered; an unpaid order is refused', async () => {
  await insertPaidOrder(database, 'O-SHIPPED');
  const shipped = await bijli('orders', 'ship', 'O-SHIPPED', '--carrier', 'Surface', '--docket', '7204');
  expect(shipped.out).toContain('O-SHIPPED, dispatched');
  expect(shipped.out).toMatch(/parcel +Surface, 7204/);
  expect((await bijli('orders', 'ship', 'O-SHIPPED', '--delivered')).out).toContain('O-SHIPPED, delivered');
  const open = await bijli('orders', 'ship', 'O-OPEN', '--carrier', 'Surface', '--docket', '7205');
  expect(open).toEqual({ code: 1, out: '', err: 'This order can no longer be changed.\n' });
});

test('an operator refunds an order once, and the ledger is right', async () => {
  await insertPaidOrder(database, 'O-BACK');
  const { code, out } = await bijli('orders', 'refund', 'O-BACK');
  expect(code).toBe(0);
  expect(out).toContain('O-BACK, cancelled (shop)');
  expect(out).toMatch(/credit note +CN29\/2627\/\d{6}/);
  expect(out).toMatch(/refund +₹32,999, pending/);
  expect((await bijli('orders', 'refund', 'O-BACK')).code).toBe(1);
  expect(await bijli('ledger', 'check', '--full')).toEqual({ code: 0, out: 'The ledger adds up.\n', err: '' });
});

test('an operator reads reviews, publishes one and hides it again', async () => {
  const { id, productId } = await insertPaidOrder(database, 'O-READ');
  const said = { rating: 5, comment: 'Good\u001b[2J one', name: 'Asha R.', city: 'Bengaluru', language: 'en' } as const;
  const at = new Date('2026-11-20T10:00:00Z');
  await database.insert(productReviews).values({ orderId: id, productId, ...said, state: 'waiting', writtenAt: at });
  const list = await bijli('reviews', 'list', '--state', 'waiting');
  expect(list.out).toBe(
    '1  2026-11-20  waiting    5/5  O-READ  wb-7  Asha R., Bengaluru: "Good [2J one"\n1 reviews.\n',
  );
  expect((await bijli('reviews', 'publish', '1')).out).toBe('Review 1 is published.\n');
  expect((await bijli('reviews', 'list', '--state', 'waiting')).out).toBe('No reviews.\n');
  expect((await bijli('reviews', 'reject', '1')).out).toBe('Review 1 is rejected.\n');
  expect(await bijli('reviews', 'publish', '7')).toEqual({ code: 1, out: '', err: 'There is no such review.\n' });
});

test('an operator checks and then imports delivery times', async () => {
  const csv = file('delivery.csv', 'zone,prefixes,days_from,days_to\nSouth,56|60,2,4\nNorth,1|2,5,7\n');
  const said = '2 zones with 4 prefixes of pincodes, 0 refused.';
  expect(await bijli('delivery', 'import', csv, '--dry-run')).toMatchObject({
    code: 0,
    out: `${said} Nothing was written.\n`,
  });
  expect(await bijli('delivery', 'import', csv)).toEqual({ code: 0, err: '', out: `${said}\n` });
  const wrong = file('wrong.csv', 'zone,prefixes,days_from,days_to\nSouth,56,4,2\n');
  expect(await bijli('delivery', 'import', wrong)).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^row 1: days_to: .*\n1 zones .*, 1 refused. Nothing was written.\n$/),
  });
});

test('an operator refunds some units of an order, and the order continues', async () => {
  const three = { quantity: 3, totalPaise: 9_899_700 };
  await insertPaidOrder(database, 'O-PART', three);
  const { code, out } = await bijli('orders', 'refund', 'O-PART', '--units', '2', '--restock');
  expect(code).toBe(0);
  expect(out).toContain('O-PART, paid');
  expect(out).toMatch(/quantity +3, 2 refunded/);
  expect(out).toMatch(/refund +₹65,998, pending/);
  expect(await bijli('orders', 'refund', 'O-PART', '--units', '2')).toMatchObject({
    code: 1,
    err: 'Between 1 and 1 units of this order can be refunded.\n',
  });
  expect(await bijli('ledger', 'check', '--full')).toEqual({ code: 0, out: 'The ledger adds up.\n', err: '' });
});

test.each([
  ['no file', ['products', 'import'], 'Name one file to import.'],
  ['no file of delivery', ['delivery', 'import'], 'Name one file to import.'],
  ['a file that is no list', ['products', 'import', file('object.json', '{}')], 'holds no list of products'],
  ['a file that is broken', ['products', 'import', file('broken.csv', 'a,b\n"1')], 'cannot be read'],
  ['no number of units', ['orders', 'refund', 'O-1', '--units', 'all'], '--units must be a whole number'],
  ['no review', ['reviews', 'publish', 'it'], 'Name one review by its number.'],
  ['no order', ['orders', 'show'], 'Name one order by its reference.'],
  ['a state that is none', ['orders', 'list', '--state', 'lost'], 'There is no state "lost".'],
  ['no carrier', ['orders', 'ship', 'O-1', '--docket', '1'], '--carrier is missing'],
])('a command with %s is answered with a sentence and exit code 2', async (_, args, sentence) => {
  const { code, out, err } = await bijli(...args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(sentence);
});
