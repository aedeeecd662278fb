import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { en } from '#kernel/messages/en.ts';
import { listInvoicesOf, taxInvoicesPdf } from '#modules/invoices/index.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { createBank } from '#testing/bank.ts';
import { testDatabase } from '#testing/database.ts';
import { pdfText } from '#testing/pdf-text.ts';
import { PRODUCT_ROW, insertProducts, shopOn } from '#testing/shop-fixture.ts';
import { LEDGER_PARTS } from '../../../ledger-parts.ts';
import { importProducts } from '../index.ts';
import { products } from '../storefront.tables.ts';
import { parseOrder } from './order-request.ts';

const STOCK = 12;
const clock = new TestClock('2026-11-20T10:00:00Z');
const database = await testDatabase();
const { bank, provider } = createBank();
const { payments, storefront } = shopOn({ database, clock, provider });
const { orders } = storefront;

beforeEach(async () => {
  await insertProducts(database, { ...PRODUCT_ROW, stock: STOCK });
  await database.update(products).set({ stock: STOCK });
});

/** An order of so many at 32,999 rupees, and 450 for shipping. */
async function place(quantity: number, more: { total_price?: number } = {}): Promise<string> {
  const buyer = { name: 'Asha Rao', email: 'asha@example.com', mobile: '9876543210' };
  const home = { address: '14, 3rd Cross', city: 'Bengaluru', pincode: '560038' };
  const figures = { price: 32_999, shipping_price: 450, total_price: quantity * 32_999 + 450, ...more };
  const asked = parseOrder({ ...buyer, ...home, ...figures, quantity, product_id: 'wb-7', product_name: 'Wallbox 7' });
  return (await orders.place(asked, { networkAddress: '203.0.113.1', language: 'en' })).reference;
}

async function pay(quantity: number, txnId = bank.txnIds.at(-1) ?? expect.unreachable()): Promise<void> {
  bank.states.set(txnId, 'completed');
  bank.paidPaise = quantity * 3_299_900 + 45_000;
  expect(await payments.handleWebhook('phonepe', {}, txnId)).toBe(true);
}

const stock = async () => (await database.select().from(products).where(eq(products.id, 'wb-7')))[0]?.stock;

test.each([1, 2, 3, 5, 10])(
  '%s units are reserved, paid, invoiced, refunded and credited together [ORDER-19, TAX-13]',
  async (quantity) => {
    const reference = await place(quantity);
    expect(await stock()).toBe(STOCK - quantity);
    await pay(quantity);
    expect(await orders.find(reference)).toMatchObject({ state: 'paid', quantity, pricePaise: 3_299_900 });
    await orders.cancel(reference);
    expect(await stock()).toBe(STOCK);
    const documents = await listInvoicesOf(database, reference);
    expect(documents.map(({ kind }) => kind)).toEqual(['invoice', 'credit_note']);
    for (const document of documents) {
      expect(document).toMatchObject({ totalPaise: quantity * 3_299_900 + 45_000, details: { quantity } });
      const text = pdfText(await taxInvoicesPdf([document], en, { isCompressed: false }));
      expect(text).toContain(quantity === 1 ? '1 unit' : `${quantity} units`);
    }
    expect(await listLedgerProblems(database, LEDGER_PARTS)).toEqual([]);
  },
);

test('more units than in stock, or than an order may have, are refused and reserve nothing [ORDER-18, ORDER-19]', async () => {
  await place(10);
  await expect(place(3)).rejects.toMatchObject({ code: 'out_of_stock', facts: { left: 2 } });
  await expect(place(11)).rejects.toMatchObject({ code: 'order_field_invalid', facts: { field: 'quantity' } });
  await expect(place(1.5)).rejects.toMatchObject({ code: 'order_field_invalid' });
  await expect(place(2, { total_price: 33_449 })).rejects.toMatchObject({ code: 'order_changed' });
  expect(await stock()).toBe(2);
});

test('a late payment takes all its units again, or is refunded', async () => {
  const [early, late] = [await place(8), bank.txnIds.at(-1)];
  bank.states.set(late ?? '', 'failed');
  await payments.handleWebhook('phonepe', {}, late ?? '');
  expect(await stock()).toBe(STOCK);
  await place(5);
  await pay(8, late);
  expect(await orders.find(early)).toMatchObject({ state: 'released' });
  expect(await stock()).toBe(STOCK - 5);
  expect(await listLedgerProblems(database, LEDGER_PARTS)).toEqual([]);
});

test('an import subtracts the units that are reserved for unpaid orders from its stock', async () => {
  await place(4);
  const { rows } = await database.$client.query<{ kept: number }>(
    "select sum(quantity)::int as kept from shop_orders where state = 'awaiting_payment'",
  );
  const kept = rows[0]?.kept ?? expect.unreachable();
  expect(kept).toBeGreaterThanOrEqual(4);
  await importProducts(database, [{ ...PRODUCT_ROW, stock: 50 }]);
  expect(await stock()).toBe(50 - kept);
});

/** The numbers of units in which an order of so many is given back, the last of them all that is left. */
const parts: [quantity: number, parts: number[]][] = [
  [2, [1, 1]],
  [3, [1, 1, 1]],
  [7, [2, 4, 1]],
  [10, [1, 2, 3, 4]],
  [10, [9, 1]],
  [10, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]],
];
test.each(parts)(
  'of %s units %j are refunded one after the other, each with its credit note, to the paisa',
  async (quantity, parts) => {
    const reference = await place(quantity);
    await pay(quantity);
    let [given, shelf] = [0, STOCK - quantity];
    for (const [index, units] of parts.entries()) {
      const restocks = index % 2 === 0;
      await orders.refund(reference, { units, restocks });
      given += units;
      const isLast = given === quantity;
      // What ends before it is dispatched is on the shelf in any case.
      shelf += restocks || isLast ? units : 0;
      expect(await stock()).toBe(shelf);
      expect(await orders.find(reference)).toMatchObject({ state: isLast ? 'cancelled' : 'paid' });
      expect(await storefront.viewByReference(reference)).toMatchObject({
        refunded: isLast ? (quantity * 3_299_900 + 45_000) / 100 : (given * 3_299_900) / 100,
        refundable: isLast ? 0 : ((quantity - given) * 3_299_900 + 45_000) / 100,
        refunded_units: isLast ? given - units : given,
      });
      expect(await listLedgerProblems(database, LEDGER_PARTS)).toEqual([]);
    }
    const [invoice, ...notes] = await listInvoicesOf(database, reference);
    expect(notes.map(({ kind, details }) => [kind, details?.quantity])).toEqual(
      parts.map((units) => ['credit_note', units]),
    );
    for (const part of ['taxablePaise', 'cgstPaise', 'sgstPaise', 'igstPaise', 'totalPaise'] as const) {
      expect(
        notes.reduce((sum, note) => sum + note[part], 0),
        part,
      ).toBe(invoice?.[part]);
    }
    const file = await storefront.documents.findFile(reference, 'credit_note', en);
    expect(file?.content.toString('latin1')).toContain(`/Count ${parts.length}`);
    await expect(orders.refund(reference)).rejects.toMatchObject({ code: 'order_closed' });
  },
);

test('no more units are refunded than are left, however many ask at once, and returned ones are in stock once', async () => {
  const reference = await place(5);
  await pay(5);
  await orders.dispatch(reference, { carrier: 'Surface', docket: '7204' });
  for (const units of [0, 6, 1.5]) {
    await expect(orders.refund(reference, { units })).rejects.toMatchObject({
      code: 'refund_units_invalid',
      facts: { left: 5 },
    });
  }
  const asked = await Promise.allSettled(
    Array.from({ length: 4 }, () => orders.refund(reference, { units: 2, restocks: true })),
  );
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await stock()).toBe(STOCK - 5 + 4);
  const whole = await Promise.allSettled([1, 2, 3].map(() => orders.refund(reference, { restocks: true })));
  expect(whole.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await stock()).toBe(STOCK);
  expect(await listLedgerProblems(database, LEDGER_PARTS)).toEqual([]);
});
