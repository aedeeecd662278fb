import { expect, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { en } from '#kernel/messages/en.ts';
import { listInvoicesOf, taxInvoicesPdf } from '#modules/invoices/index.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { createBank } from '#testing/bank.ts';
import { testDatabase } from '#testing/database.ts';
import { pdfText } from '#testing/pdf-text.ts';
import { PRODUCT_ROW, insertProducts, shopOn } from '#testing/shop-fixture.ts';
import { LEDGER_PARTS } from '../../../ledger-parts.ts';
import { parseOrder } from '../orders/order-request.ts';

const clock = new TestClock('2026-11-20T10:00:00Z');
const database = await testDatabase();
const { bank, provider } = createBank();
const { payments, storefront } = shopOn({ database, clock, provider });
const { orders } = storefront;
await insertProducts(database, { ...PRODUCT_ROW, stock: 100 });

/** An order of 32,999 rupees to a pincode, placed and paid. */
async function bought(pincode: string, business: { gstin?: string; state?: string } = {}): Promise<string> {
  const buyer = { name: 'Asha Rao', email: 'asha@example.com', mobile: '9876543210' };
  const figures = { price: 32_999, shipping_price: 0, total_price: 32_999 };
  const home = { address: '14, 3rd Cross', city: 'Anywhere', pincode };
  const asked = parseOrder({
    ...buyer,
    ...figures,
    ...home,
    ...business,
    product_id: 'wb-7',
    product_name: 'Wallbox 7',
  });
  const { reference } = await orders.place(asked, { networkAddress: '203.0.113.1', language: 'en' });
  const txnId = bank.txnIds.at(-1) ?? expect.unreachable();
  bank.states.set(txnId, 'completed');
  expect(await payments.handleWebhook('phonepe', {}, txnId)).toBe(true);
  return reference;
}

/** What of each tax is owed to the state by the ledger. */
async function taxesPayable(): Promise<Record<'cgst' | 'sgst' | 'igst', number>> {
  const { rows } = await database.$client.query<{ kind: string; paise: number }>(
    `select a.kind, sum(e.amount_paise)::int as paise from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where a.kind in ('cgst', 'sgst', 'igst') group by a.kind`,
  );
  return { cgst: 0, sgst: 0, igst: 0, ...Object.fromEntries(rows.map(({ kind, paise }) => [kind, paise])) };
}

const INSIDE = { taxablePaise: 3_142_762, cgstPaise: 78_569, sgstPaise: 78_569, igstPaise: 0, totalPaise: 3_299_900 };
const OUTSIDE = { taxablePaise: 3_142_762, cgstPaise: 0, sgstPaise: 0, igstPaise: 157_138, totalPaise: 3_299_900 };

test.each([
  ['560038', 'Karnataka', '29', INSIDE],
  ['682001', 'Kerala', '32', OUTSIDE],
  ['673310', 'Puducherry', '34', OUTSIDE],
] as const)('an order to %s is invoiced, posted and refunded with the tax of %s [TAX-18]', async (...facts) => {
  const [pincode, state, code, taxes] = facts;
  const before = await taxesPayable();
  const reference = await bought(pincode);
  expect(await taxesPayable()).toEqual({
    cgst: before.cgst + taxes.cgstPaise,
    sgst: before.sgst + taxes.sgstPaise,
    igst: before.igst + taxes.igstPaise,
  });
  await orders.cancel(reference);
  expect(await taxesPayable()).toEqual(before);
  const documents = await listInvoicesOf(database, reference);
  expect(documents.map(({ kind }) => kind)).toEqual(['invoice', 'credit_note']);
  for (const document of documents) {
    expect(document).toMatchObject({ ...taxes, details: { placeOfSupply: state, recipient: { pincode, state } } });
    const text = pdfText(await taxInvoicesPdf([document], en, { isCompressed: false }));
    expect(text).toContain(`Place of supply: ${state} (${code})\n`);
    const printed = ['IGST 5 %', 'CGST 2.5 %', 'SGST 2.5 %'].map((tax) => text.includes(tax));
    expect(printed).toEqual([taxes === OUTSIDE, taxes === INSIDE, taxes === INSIDE]);
  }
  expect(await listLedgerProblems(database, LEDGER_PARTS)).toEqual([]);
});

test.each(['900001', '350001', '990001'])(
  'an order to %s, a pincode of no known State, is taxed as supplied in the supplier’s State [TAX-19]',
  async (pincode) => {
    const reference = await bought(pincode);
    const [invoice] = await listInvoicesOf(database, reference);
    expect(invoice).toMatchObject({ ...INSIDE, details: { placeOfSupply: 'Karnataka', recipient: { pincode } } });
    expect(await listLedgerProblems(database, LEDGER_PARTS)).toEqual([]);
  },
);

test.each([
  ['a business of the State, delivered there', '560038', { gstin: '29aapfu0939f1zr' }, 'Karnataka', INSIDE],
  ['a business of another State, delivered here', '560038', { gstin: '27AAPFU0939F1ZV' }, 'Karnataka', INSIDE],
  ['a business of the State, delivered elsewhere', '682001', { gstin: '29AAPFU0939F1ZR' }, 'Kerala', OUTSIDE],
  ['a business that names the State', '160017', { gstin: '29AAPFU0939F1ZR', state: 'Punjab' }, 'Punjab', OUTSIDE],
] as const)(
  '%s has its GSTIN on invoice and credit note, with the tax of the place of delivery [TAX-18]',
  async (...facts) => {
    const [, pincode, business, state, taxes] = facts;
    const reference = await bought(pincode, business);
    await orders.cancel(reference);
    const documents = await listInvoicesOf(database, reference);
    expect(documents.map(({ kind }) => kind)).toEqual(['invoice', 'credit_note']);
    for (const document of documents) {
      const gstin = business.gstin.toUpperCase();
      expect(document).toMatchObject({ ...taxes, details: { placeOfSupply: state, recipient: { gstin, state } } });
      expect(pdfText(await taxInvoicesPdf([document], en, { isCompressed: false }))).toContain(`GSTIN ${gstin}\n`);
    }
    expect(await listLedgerProblems(database, LEDGER_PARTS)).toEqual([]);
  },
);

test.each([
  [{ gstin: '29AAPFU0939F1ZX' }, 'gstin'],
  [{ gstin: 'GSTIN' }, 'gstin'],
  [{ gstin: '29AAPFU0939F1ZR', state: 'Mysore' }, 'state'],
  [{ state: 'Tamil Nadu' }, 'state'],
])('an order with %o is refused', async (business, field) => {
  await expect(bought('560038', business)).rejects.toMatchObject({ code: 'order_field_invalid', facts: { field } });
});
