import { afterEach, describe, expect, test } from 'vitest';
import { taxOn } from '@bijli/contract/taxed-amount';
import type { Database } from '#db/database.ts';
import { listProblemsIn } from '#modules/ledger/ledger-problems.store.ts';
import { emptyTables, testDatabase } from '#testing/database.ts';
import { MUMBAI, SUPPLIER } from '#testing/supplier.ts';
import {
  addSupplier,
  getHomeSupplier,
  invoicesCheck,
  issueInvoice,
  saveFirstSupplier,
  listSuppliers,
  getSupplierFor,
  type Supplier,
} from './index.ts';
import { documentNumber } from './invoices.store.ts';

const database = await testDatabase();
const NOW = new Date('2026-11-20T10:00:00Z');

afterEach(async () => {
  await emptyTables(database, 'suppliers', 'invoices', 'invoice_counters');
  await saveFirstSupplier(database, SUPPLIER, NOW);
});

function issued(from: Supplier, at = NOW, series = 'EV', tx: Database = database) {
  const amount = taxOn(10_000, 1800, 'intra_state');
  return issueInvoice(tx, { series, supplier: from, kind: 'invoice', reference: 'B-1', taxCode: '998714', amount, at });
}
const numberBy = async (from: Supplier, at?: Date): Promise<string> => (await issued(from, at)).number;

describe('a supplier of each State', () => {
  test('has its own series without gaps, of at most 16 characters, even if many documents are issued at once [TAX-21]', async () => {
    await addSupplier(database, MUMBAI, NOW);
    const both = [await getSupplierFor(database, 'Karnataka'), await getSupplierFor(database, 'Maharashtra')] as const;
    const attempts = Array.from({ length: 200 }, (_, nth) =>
      database.transaction(async (tx) => {
        await issueInvoice(tx, {
          series: nth % 10 === 0 ? 'EC' : 'EV',
          supplier: both[nth % 2] ?? expect.unreachable(),
          kind: 'invoice',
          reference: `B-${nth}`,
          taxCode: '998714',
          amount: taxOn(10_000, 1800, 'intra_state'),
          at: NOW,
        });
        if (nth % 7 === 0) throw new Error('undone');
      }),
    );
    await Promise.allSettled(attempts);
    const { rows } = await database.$client.query<{ series: string; n: number; numbers: number; longest: number }>(
      'select series, count(*)::int as n, count(distinct number)::int as numbers, max(length(number)) as longest from invoices group by series order by series',
    );
    expect(rows.map(({ series }) => series)).toEqual(['EC29', 'EV27', 'EV29']);
    expect(rows.reduce((sum, { n }) => sum + n, 0)).toBe(171);
    expect(rows.every(({ n, numbers, longest }) => n === numbers && longest <= 16)).toBe(true);
    expect(await listProblemsIn(database, invoicesCheck)).toEqual([]);
  });

  test('whose series exceeds a million writes numbers shorter, and never longer than 16 characters [TAX-21]', () => {
    expect(documentNumber('EV27', '2627', 999_999)).toBe('EV27/2627/999999');
    expect(documentNumber('EV27', '2627', 1_000_000)).toBe('EV27/26271000000');
    expect(() => documentNumber('EV27', '2627', 10_000_000)).toThrow('is full');
  });

  test('that replaces another issues from now on; earlier documents stay with the earlier one [TAX-22]', async () => {
    await addSupplier(database, MUMBAI, NOW);
    const before = await getSupplierFor(database, 'Maharashtra');
    const number = await numberBy(before);
    await addSupplier(database, { ...MUMBAI, name: 'Bijli West', address: 'Plot 3, Pune' }, new Date('2026-12-01'));
    const after = await getSupplierFor(database, 'Maharashtra');
    expect([number, await numberBy(after)]).toEqual(['EV27/2627/000001', 'EV27/2627/000002']);
    expect((await listSuppliers(database)).map(({ name, until }) => [name, until === null])).toEqual([
      ['Bijli Charging', true],
      ['Bijli Maharashtra', false],
      ['Bijli West', true],
    ]);
  });

  test.each([
    [{ state: 'maharashtra' }, '"maharashtra" is no State of India'],
    [{ state: 'Bombay' }, 'is no State of India'],
    [{ gstin: '27AAPFU0939F1Z' }, 'is no GSTIN: 15 characters'],
    [{ gstin: '27AAPFU0939F1ZW' }, 'its last character does not fit'],
    [{ state: 'Goa' }, 'was given in Maharashtra, not in Goa'],
  ])('%j is refused with a sentence', async (wrong, messages) => {
    await expect(addSupplier(database, { ...MUMBAI, ...wrong }, NOW)).rejects.toThrow(messages);
    expect(await listSuppliers(database)).toHaveLength(1);
  });
});

describe('the supplier of the settings', () => {
  test('becomes the first, once, and supplies what was begun while nobody was registered', async () => {
    await saveFirstSupplier(database, MUMBAI, NOW);
    expect(await listSuppliers(database)).toMatchObject([SUPPLIER]);
    expect(await getSupplierFor(database, 'Goa')).toMatchObject(SUPPLIER);
    expect(await getHomeSupplier(database)).toMatchObject(SUPPLIER);
  });

  test.each(['karnataka', 'KA', '', 'constructor'])('is not created from %j', async (state) => {
    await emptyTables(database, 'suppliers', 'invoices', 'invoice_counters');
    await expect(saveFirstSupplier(database, { ...SUPPLIER, state }, NOW)).rejects.toThrow(/SUPPLIER_STATE/);
    expect(await listSuppliers(database)).toEqual([]);
  });

  test('continues the earlier series until the financial year ends [TAX-22]', async () => {
    // As the release before left it.
    await emptyTables(database, 'suppliers', 'invoices', 'invoice_counters');
    await database.$client.query("insert into invoice_counters values ('EV', '2627', 1)");
    await database.$client.query(
      `insert into invoices (number, series, financial_year, serial, reference, kind, issued_on, issued_at, tax_code, amount_paise, cgst_paise, sgst_paise, total_paise)
       values ('EV/2627/000001', 'EV', '2627', 1, 'B-0', 'invoice', '2026-11-19', now(), '998714', 10000, 900, 900, 11800)`,
    );
    await saveFirstSupplier(database, SUPPLIER, NOW);
    const first = await getHomeSupplier(database);
    expect(await numberBy(first)).toBe('EV/2627/000002');
    expect(await numberBy(first, new Date('2027-03-31T18:29:59Z'))).toBe('EV/2627/000003');
    expect(await numberBy(first, new Date('2027-03-31T18:30:00Z'))).toBe('EV29/2728/000001');
    expect(await listProblemsIn(database, invoicesCheck)).toEqual([]);
  });
});
