import { afterEach, describe, expect, test } from 'vitest';
import { taxOn } from '@bijli/contract/taxed-amount';
import type { Tx } from '#db/database.ts';
import { listProblemsIn } from '#modules/ledger/ledger-problems.store.ts';
import { emptyTables, testDatabase } from '#testing/database.ts';
import { rowsNamedSinceCheckpoint } from '#testing/problems-since-checkpoint.ts';
import { getHomeSupplier, invoicesCheck, issueInvoice } from './index.ts';

const database = await testDatabase();
const supplier = await getHomeSupplier(database);
const SERIES = [
  ['EV', 'invoice'],
  ['EC', 'credit_note'],
  ['SH', 'invoice'],
  ['CN', 'credit_note'],
] as const;

afterEach(() => emptyTables(database, 'invoices', 'invoice_counters'));

/** Issues a document of 118 rupees at a moment. */
function issued(tx: Tx, at: string, series = 'EV', kind: 'invoice' | 'credit_note' = 'invoice') {
  const amount = taxOn(10_000, 1800, 'intra_state');
  return issueInvoice(tx, { series, supplier, kind, reference: 'B-1', taxCode: '998714', amount, at: new Date(at) });
}

describe('a series', () => {
  test.each(SERIES)(
    '%s has no gap after documents that were issued at once, some of which were rolled back [TAX-15]',
    async (series, kind) => {
      const undone = new Error('undone');
      const attempts = Array.from({ length: 60 }, (_, attempt) =>
        database.transaction(async (tx) => {
          await issued(tx, '2026-11-20T10:00:00Z', series, kind);
          if (attempt % 3 === 0) throw undone;
        }),
      );
      const outcomes = await Promise.allSettled(attempts);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(40);
      const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(failures.map(({ reason }) => reason as unknown)).toEqual(Array.from({ length: 20 }, () => undone));
      const { rows } = await database.$client.query('select number from invoices order by number');
      expect(rows.map(({ number }) => number as string)).toEqual(
        Array.from({ length: 40 }, (_, index) => `${series}29/2627/${String(index + 1).padStart(6, '0')}`),
      );
      expect(await listProblemsIn(database, invoicesCheck)).toEqual([]);
    },
  );

  test.each(SERIES)('%s begins again on 1 April in India [TAX-16]', async (series, kind) => {
    const facts = [];
    for (const at of ['03-31T18:28:00Z', '03-31T18:29:59.999Z', '03-31T18:30:00Z', '03-31T18:31:00Z']) {
      const { number, financialYear, issuedOn } = await issued(database, `2027-${at}`, series, kind);
      facts.push([number, financialYear, issuedOn]);
    }
    expect(facts).toEqual([
      [`${series}29/2627/000001`, '2627', '2027-03-31'],
      [`${series}29/2627/000002`, '2627', '2027-03-31'],
      [`${series}29/2728/000001`, '2728', '2027-04-01'],
      [`${series}29/2728/000002`, '2728', '2027-04-01'],
    ]);
  });

  test.each([
    ['1999-04-01T10:00:00Z', '9900'],
    ['2027-01-01T10:00:00Z', '2627'],
    ['2027-12-31T18:31:00Z', '2728'],
    ['2028-02-29T18:31:00Z', '2728'],
  ])('of a document of %s is of the year %s', async (at, year) => {
    expect(await issued(database, at)).toMatchObject({ financialYear: year, number: `EV29/${year}/000001` });
  });
});

test.each([
  ['2026-11-20T00:00:00Z', '2026-11-20'],
  ['2026-11-20T18:29:59Z', '2026-11-20'],
  ['2026-11-20T18:30:00Z', '2026-11-21'],
  ['2026-11-20T23:59:59Z', '2026-11-21'],
  ['2026-12-31T20:00:00Z', '2027-01-01'],
])('a document that is issued at %s has the Indian date %s [TAX-17]', async (at, date) => {
  expect((await issued(database, at)).issuedOn).toBe(date);
});

/** What the check says after a statement that no code of ours would run. */
async function saidAfter(statement: string): Promise<string[]> {
  for (const at of ['2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z', '2026-11-20T12:00:00Z']) await issued(database, at);
  await issued(database, '2027-11-20T10:00:00Z');
  await issued(database, '2026-11-20T10:00:00Z', 'EC', 'credit_note');
  expect(await listProblemsIn(database, invoicesCheck)).toEqual([]);
  await database.$client.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
  const problems = await listProblemsIn(database, invoicesCheck);
  // What has no counter only a check in full finds.
  const isCounted = !statement.startsWith('delete from invoice_counters');
  expect(await rowsNamedSinceCheckpoint(database, invoicesCheck)).toEqual(
    isCounted ? problems.map(({ row }) => row) : [],
  );
  return problems.map(({ row, problem }) => `${row}: ${problem}`);
}

test.each([
  ['without its first document', 'delete from invoices', 1, '2 documents with serials from 2 to 3'],
  ['without its second document', 'delete from invoices', 2, '2 documents with serials from 1 to 3'],
  ['without its last document', 'delete from invoices', 3, '2 documents with serials from 1 to 2'],
  ['that begins at 0', 'update invoices set serial = 0', 1, '3 documents with serials from 0 to 3'],
])('a series %s is named, and no other [LEDGER-19]', async (_, statement, serial, found) => {
  expect(await saidAfter(`${statement} where number = 'EV29/2627/00000${serial}'`)).toEqual([
    `invoice_counters EV29/2627: its counter stands at 3, but it has ${found}`,
  ]);
});

test.each([
  ['without its counter', 'delete from invoice_counters', 0],
  ['whose counter would give a number again', 'update invoice_counters set last = 2', 2],
])('a series %s is named [LEDGER-19]', async (_, statement, counter) => {
  expect(await saidAfter(`${statement} where series = 'EV29' and financial_year = '2627'`)).toEqual([
    `invoice_counters EV29/2627: its counter stands at ${counter}, but it has 3 documents with serials from 1 to 3`,
  ]);
});

test('a series without any of its documents is named [LEDGER-19]', async () => {
  expect(await saidAfter("delete from invoices where series = 'EC29'")).toEqual([
    'invoice_counters EC29/2627: its counter stands at 1, but it has 0 documents with serials from 0 to 0',
  ]);
});
