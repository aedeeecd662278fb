import { asc, eq, sql } from 'drizzle-orm';
import type { TaxedAmount } from '@bijli/contract/taxed-amount';
import type { Tx } from '#db/database.ts';
import { financialYear, indiaDate } from '#kernel/india-time.ts';
import { invoiceCounters, invoices, type SaleDetails } from './invoices.tables.ts';
import { documentSeries } from './series.ts';
import type { Supplier } from './suppliers.store.ts';

export type Invoice = typeof invoices.$inferSelect;

/** SAC 998714: maintenance and repair of motor vehicles, under which EV charging is taxed at 18 %. */
export const CHARGING_TAX_CODE = '998714';

export interface NewInvoice {
  /** Two letters: EV for sessions, EC for their credit notes, SH for what the shop sells, CN for its credit notes. */
  series: string;
  supplier: Supplier;
  kind: 'invoice' | 'supplement' | 'credit_note';
  reference: string;
  taxCode: string;
  /** Only for a session. */
  energyWh?: number;
  amount: TaxedAmount;
  /** Only for a sale of the shop: goods or their installation. */
  details?: SaleDetails;
  at: Date;
}

/**
 * Issues a tax document in the caller's transaction. Its serial is taken from a counter row that stays locked until the
 * commit, so numbers of a series and financial year have no gaps (CGST rules, rule 46(b)). Each supplier has series of
 * its own.
 */
export async function issueInvoice(tx: Tx, document: NewInvoice): Promise<Invoice> {
  const issuedOn = indiaDate(document.at);
  const year = financialYear(issuedOn);
  const series = documentSeries(document.series, document.supplier, year);
  const [counter] = await tx
    .insert(invoiceCounters)
    .values({ series, financialYear: year, last: 1 })
    .onConflictDoUpdate({
      target: [invoiceCounters.series, invoiceCounters.financialYear],
      set: { last: sql`${invoiceCounters.last} + 1` },
    })
    .returning();
  if (!counter) throw new Error('The invoice counter gave no number.');
  const [invoice] = await tx
    .insert(invoices)
    .values({
      number: documentNumber(series, year, counter.last),
      series,
      supplierId: document.supplier.id,
      financialYear: year,
      serial: counter.last,
      reference: document.reference,
      kind: document.kind,
      issuedOn,
      issuedAt: document.at,
      taxCode: document.taxCode,
      energyWh: document.energyWh ?? null,
      details: document.details ?? null,
      ...document.amount,
    })
    .returning();
  if (!invoice) throw new Error('The invoice just issued is not there.');
  return invoice;
}

/** At most 16 characters (rule 46(b)): beyond 999,999 documents a year there is no room for the second slash. */
export function documentNumber(series: string, year: string, serial: number): string {
  const number =
    serial > 999_999 ? `${series}/${year}${serial}` : `${series}/${year}/${String(serial).padStart(6, '0')}`;
  if (number.length > 16) throw new Error(`The series ${series} of ${year} is full.`);
  return number;
}

/** True if any document was ever issued. */
export async function hasInvoices(tx: Tx): Promise<boolean> {
  return (await tx.select({ number: invoices.number }).from(invoices).limit(1)).length > 0;
}

/** The documents of a session or order, oldest first. */
export async function listInvoicesOf(tx: Tx, reference: string): Promise<Invoice[]> {
  const ofOne = eq(invoices.reference, reference);
  // At equal times the invoice comes first, then its corrections by number.
  const order = [asc(invoices.issuedAt), sql`${invoices.kind} <> 'invoice'`, asc(invoices.serial)];
  return tx
    .select()
    .from(invoices)
    .where(ofOne)
    .orderBy(...order);
}

/** The reference of the document with this number. Undefined if there is none. */
export async function findReferenceOfInvoice(tx: Tx, number: string): Promise<string | undefined> {
  const [row] = await tx.select({ reference: invoices.reference }).from(invoices).where(eq(invoices.number, number));
  return row?.reference;
}
