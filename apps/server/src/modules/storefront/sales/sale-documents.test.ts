import { expect, test } from 'vitest';
import { taxIncludedIn } from '@bijli/contract/taxed-amount';
import { getHomeSupplier, listInvoicesOf } from '#modules/invoices/index.ts';
import { testDatabase } from '#testing/database.ts';
import { PRODUCT_ROW, insertPaidOrder, insertProducts } from '#testing/shop-fixture.ts';
import { issueCreditNote, listSaleInvoices } from './sale-documents.ts';

const database = await testDatabase();

test('a credit note names the invoice that it cancels, and its date [TAX-8]', async () => {
  await insertProducts(database, PRODUCT_ROW);
  const order = await insertPaidOrder(database, 'O-1');
  const price = taxIncludedIn(order.totalPaise, order.gstRate * 100, 'intra_state');
  const at = new Date('2026-12-01T10:00:00Z');
  const [against = expect.unreachable()] = await listSaleInvoices(database, order);
  await issueCreditNote(database, order, { supplier: await getHomeSupplier(database), price, at, against });
  const [invoice, note] = await listInvoicesOf(database, 'O-1');
  expect(note).toMatchObject({ kind: 'credit_note', issuedOn: '2026-12-01', totalPaise: order.totalPaise });
  expect(note?.details).toMatchObject({ against: invoice?.number, againstOn: '2026-11-20' });
});
