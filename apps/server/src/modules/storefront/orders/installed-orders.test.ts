import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { en } from '#kernel/messages/en.ts';
import { listInvoicesOf, taxInvoicesPdf } from '#modules/invoices/index.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { createBank } from '#testing/bank.ts';
import { testDatabase } from '#testing/database.ts';
import { pdfText } from '#testing/pdf-text.ts';
import { INSTALLATION_ROW, PRODUCT_ROW, insertProducts, shopOn } from '#testing/shop-fixture.ts';
import { LEDGER_PARTS } from '../../../ledger-parts.ts';
import { products } from '../storefront.tables.ts';
import { parseOrder } from './order-request.ts';
import { orderedName } from './ordered-name.ts';

const [STOCK, VISITS] = [5, 4];
/** Rupees with GST. */
const [CHARGER, VISIT, SHIPPING] = [32_999, 6_999, 450];
const clock = new TestClock('2026-11-20T10:00:00Z');
const database = await testDatabase();
const { bank, provider: ofBank } = createBank();
/** What the payments are for, as the providers' pages say. */
const labels: string[] = [];
const provider: typeof ofBank = {
  ...ofBank,
  createOrder: (payment) => {
    labels.push(payment.label);
    return ofBank.createOrder(payment);
  },
};
const { payments, storefront } = shopOn({ database, clock, provider });
const { orders } = storefront;

beforeEach(async () => {
  await insertProducts(database, PRODUCT_ROW, INSTALLATION_ROW, { ...PRODUCT_ROW, sku: 'WB-22', max_output: 22 });
  await database.update(products).set({ stock: STOCK });
  await database.update(products).set({ stock: VISITS }).where(eq(products.id, 'inst'));
});

async function place(quantity: number, more: { total_price?: number; product_id?: string; pincode?: string } = {}) {
  const buyer = { name: 'Asha Rao', email: 'asha@example.com', mobile: '9876543210' };
  const home = { address: '14, 3rd Cross', city: 'Bengaluru', pincode: '560038' };
  const total_price = quantity * (CHARGER + VISIT) + SHIPPING;
  const figures = { price: CHARGER, shipping_price: SHIPPING, total_price, quantity };
  const what = { product_id: 'wb-7', product_name: 'Wallbox 7', installation: true };
  const asked = parseOrder({ ...buyer, ...home, ...figures, ...what, ...more });
  return (await orders.place(asked, { networkAddress: '203.0.113.1', language: 'en' })).reference;
}

async function pay(quantity: number): Promise<void> {
  const txnId = bank.txnIds.at(-1) ?? expect.unreachable();
  bank.states.set(txnId, 'completed');
  bank.paidPaise = (quantity * (CHARGER + VISIT) + SHIPPING) * 100;
  expect(await payments.handleWebhook('phonepe', {}, txnId)).toBe(true);
}

async function stocks(): Promise<[charger: number | undefined, visits: number | undefined]> {
  const rows = new Map((await database.select().from(products)).map(({ id, stock }) => [id, stock]));
  return [rows.get('wb-7'), rows.get('inst')];
}

test.each(['560038', '682001'])(
  'a charger and its installation for %s are one order and one payment, each invoiced under its own tax [TAX-13, TAX-18]',
  async (pincode) => {
    const reference = await place(2, { pincode });
    expect(await stocks()).toEqual([STOCK - 2, VISITS - 2]);
    await pay(2);
    const documents = await listInvoicesOf(database, reference);
    const facts = documents.map(({ taxCode, totalPaise, details }) => [
      taxCode,
      totalPaise,
      details?.gstRate,
      details?.quantity,
      details?.description,
    ]);
    expect(facts).toEqual([
      ['8504', (2 * CHARGER + SHIPPING) * 100, 5, 2, 'Wallbox 7, White'],
      ['9987', 2 * VISIT * 100, 18, 2, 'Home installation'],
    ]);
    for (const document of documents) {
      const { taxablePaise, cgstPaise, sgstPaise, igstPaise, totalPaise, details } = document;
      const rate = details?.gstRate ?? 0;
      const tax = cgstPaise + sgstPaise + igstPaise;
      expect(tax).toBe(totalPaise - taxablePaise);
      expect(Math.abs(tax - (totalPaise * rate) / (100 + rate))).toBeLessThanOrEqual(1);
      expect(igstPaise > 0).toBe(pincode === '682001');
    }
    const [goods, visit] = documents;
    if (!goods || !visit) return expect.unreachable();
    expect(pdfText(await taxInvoicesPdf([visit], en, { isCompressed: false }))).toContain('HSN/SAC 9987');
    const file = await storefront.documents.findFile(reference, 'invoice', en);
    expect(file?.content.toString('latin1')).toContain('/Count 2');
    expect(file?.name).toBe(`${goods.number}_${visit.number}.pdf`.replaceAll('/', '-'));
    expect(await storefront.viewByReference(reference)).toMatchObject({
      invoice_numbers: [goods.number, visit.number],
      credit_note_numbers: [],
      state: 'paid',
      price: CHARGER,
      installation_price: VISIT,
      total_price: 2 * (CHARGER + VISIT) + SHIPPING,
    });
    expect(await listLedgerProblems(database, LEDGER_PARTS)).toEqual([]);
  },
);

test('the payment page names the order as the shop does', async () => {
  const reference = await place(1);
  expect(labels.at(-1)).toBe(`${reference}: Wallbox 7 with installation`);
});

test('units are refunded with their installation, and the last one with the shipping, to the paisa [TAX-13]', async () => {
  const reference = await place(3);
  await pay(3);
  await orders.refund(reference, { units: 1 });
  expect(await stocks()).toEqual([STOCK - 3, VISITS - 2]);
  expect(await storefront.viewByReference(reference)).toMatchObject({
    refunded: CHARGER + VISIT,
    refunded_units: 1,
  });
  expect(await listLedgerProblems(database, LEDGER_PARTS)).toEqual([]);
  await orders.cancel(reference);
  expect(await storefront.viewByReference(reference)).toMatchObject({
    state: 'cancelled',
    refunded: 3 * (CHARGER + VISIT) + SHIPPING,
  });
  expect(await stocks()).toEqual([STOCK - 1, VISITS]);
  const documents = await listInvoicesOf(database, reference);
  for (const code of ['8504', '9987']) {
    const [invoice, ...notes] = documents.filter(({ taxCode }) => taxCode === code);
    expect(notes.map(({ kind, details }) => [kind, details?.quantity, details?.against])).toEqual([
      ['credit_note', 1, invoice?.number],
      ['credit_note', 2, invoice?.number],
    ]);
    for (const part of ['taxablePaise', 'cgstPaise', 'sgstPaise', 'igstPaise', 'totalPaise'] as const)
      expect(notes.reduce((sum, note) => sum + note[part], 0)).toBe(invoice?.[part]);
  }
  expect(await listLedgerProblems(database, LEDGER_PARTS)).toEqual([]);
});

test('a node of a release that knows no installations can neither take nor refund the payment, which a newer node does', async () => {
  const reference = await place(2);
  /** As such a node writes it. */
  const write = (change: string) =>
    database.$client.query(`update shop_orders set ${change} where reference = $1`, [reference]);
  const refused = `the order ${reference} has an installation, which this node's release does not know`;
  await expect(write(`state = 'paid', paid_at = now()`)).rejects.toThrow(refused);
  await pay(2);
  for (const change of [`refunded_units = 1`, `state = 'cancelled', closed_at = now()`])
    await expect(write(change)).rejects.toThrow(refused);
  await orders.refund(reference, { units: 1 });
  await orders.cancel(reference);
  expect(await storefront.viewByReference(reference)).toMatchObject({
    state: 'cancelled',
    refunded: 2 * (CHARGER + VISIT) + SHIPPING,
  });
  expect(await listLedgerProblems(database, LEDGER_PARTS)).toEqual([]);
});

test.each([
  ['on its way', false, true, [STOCK, VISITS]],
  ['on its way, and lost', false, false, [STOCK - 1, VISITS]],
  ['delivered', true, true, [STOCK, VISITS - 1]],
] as const)(
  'the refund of a charger that is %s frees its visit, unless it was delivered and may be installed',
  async (_, isDelivered, restocks, expected) => {
    const reference = await place(1);
    await pay(1);
    await orders.dispatch(reference, { carrier: 'Surface', docket: '7204' });
    if (isDelivered) await orders.markDelivered(reference);
    await orders.refund(reference, { restocks });
    expect(await stocks()).toEqual(expected);
  },
);

test('an order without enough visits, or of a charger that needs a quote, is refused and reserves nothing', async () => {
  await expect(place(5)).rejects.toMatchObject({ code: 'installation_unavailable' });
  await expect(place(1, { product_id: 'wb-22' })).rejects.toMatchObject({ code: 'installation_unavailable' });
  await expect(place(1, { total_price: CHARGER + SHIPPING })).rejects.toMatchObject({
    code: 'order_changed',
    facts: { installation_price: VISIT, total_price: CHARGER + VISIT + SHIPPING },
  });
  expect(await stocks()).toEqual([STOCK, VISITS]);
});

test('an unpaid order gives charger and visit back, takes both again with a late payment, and is refunded if one is gone', async () => {
  const late = async () => {
    const reference = await place(1);
    const txnId = bank.txnIds.at(-1) ?? expect.unreachable();
    bank.states.set(txnId, 'failed');
    await payments.handleWebhook('phonepe', {}, txnId);
    expect(await orders.find(reference)).toMatchObject({ state: 'released' });
    return reference;
  };
  const kept = await late();
  expect(await stocks()).toEqual([STOCK, VISITS]);
  await pay(1);
  expect(await orders.find(kept)).toMatchObject({ state: 'paid' });
  expect(await stocks()).toEqual([STOCK - 1, VISITS - 1]);
  const refunded = await late();
  await database.update(products).set({ stock: 0 }).where(eq(products.id, 'inst'));
  await pay(1);
  expect(await orders.find(refunded)).toMatchObject({ state: 'released' });
  expect(await stocks()).toEqual([STOCK - 1, 0]);
  expect(await listLedgerProblems(database, LEDGER_PARTS)).toEqual([]);
});

test('an import subtracts the visits that are reserved for unpaid orders from its stock', async () => {
  await place(2);
  const { rows } = await database.$client.query<{ kept: number }>(
    "select sum(quantity)::int as kept from shop_orders where state = 'awaiting_payment'",
  );
  await insertProducts(database, { ...INSTALLATION_ROW, stock: 10 });
  expect(await stocks()).toEqual([STOCK - 2, 10 - (rows[0]?.kept ?? 0)]);
});

test('payment pages and messages name the installation, in the language of the order', () => {
  const order = { productName: 'Wallbox 7', quantity: 3, installationId: 'inst' };
  expect(orderedName({ ...order, language: 'en' })).toBe('3 × Wallbox 7 with installation');
  expect(orderedName({ ...order, language: 'hi' })).toBe('3 × Wallbox 7 (इंस्टॉलेशन के साथ)');
  expect(orderedName({ ...order, installationId: null, language: 'hi' })).toBe('3 × Wallbox 7');
});
