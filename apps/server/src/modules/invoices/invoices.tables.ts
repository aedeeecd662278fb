import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

const paise = (name: string) => bigint(name, { mode: 'number' });

/**
 * The next number of each series and financial year, taken inside the transaction that needs it, so that there are no
 * gaps.
 */
export const invoiceCounters = pgTable(
  'invoice_counters',
  {
    series: text('series').notNull(),
    /** For example 2627, for April 2026 to March 2027. */
    financialYear: text('financial_year').notNull(),
    last: integer('last').notNull(),
  },
  (table) => [primaryKey({ columns: [table.series, table.financialYear] })],
);

/** What rule 46 requires on the document of a sale of goods, as it was on the day of issue. */
export interface SaleDetails {
  supplier: { name: string; address: string; gstin: string; state: string };
  /** `gstin`: of a business. */
  recipient: { name: string; address: string; city: string; pincode: string; state: string; gstin?: string };
  placeOfSupply: string;
  description: string;
  /** Missing in documents from before orders of several units. */
  quantity?: number;
  /** Percent */
  gstRate: number;
  /** On a credit note: the invoice that it takes back, and its date. */
  against?: string;
  againstOn?: string;
}

/**
 * Suppliers that issue tax documents: one registration in each State with stations. A row never changes except for its
 * end. A new row replaces it.
 */
export const suppliers = pgTable(
  'suppliers',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The State's name in GST. */
    state: text('state').notNull(),
    name: text('name').notNull(),
    /** Address of the place of business, as printed on tax invoices. */
    address: text('address').notNull(),
    gstin: text('gstin').notNull(),
    /** The financial year after which its series have the State's code. Null if they always had it. */
    plainSeriesUntil: text('plain_series_until'),
    since: timestamp('since', { withTimezone: true }).notNull(),
    /** Null for the current one. */
    until: timestamp('until', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('suppliers_current')
      .on(table.state)
      .where(sql`${table.until} is null`),
  ],
);

/** Tax invoices (CGST rules, rule 46). Never changed; a correction is another document. */
export const invoices = pgTable(
  'invoices',
  {
    /** At most 16 characters: EV29/2627/000123 */
    number: text('number').primaryKey(),
    series: text('series').notNull(),
    financialYear: text('financial_year').notNull(),
    serial: integer('serial').notNull(),
    /** The session's or order's public reference. */
    reference: text('reference').notNull(),
    /** invoice, supplement (more was delivered than invoiced) or credit_note */
    kind: text('kind').notNull(),
    issuedOn: date('issued_on', { mode: 'string' }).notNull(),
    issuedAt: timestamp('issued_at', { withTimezone: true }).notNull(),
    /** Null for documents from before there were several suppliers. They are the first supplier's. */
    supplierId: bigint('supplier_id', { mode: 'number' }).references(() => suppliers.id),
    /** Service accounting code or HSN. */
    taxCode: text('tax_code').notNull(),
    energyWh: integer('energy_wh'),
    taxablePaise: paise('amount_paise').notNull(),
    cgstPaise: paise('cgst_paise').notNull(),
    sgstPaise: paise('sgst_paise').notNull(),
    igstPaise: paise('igst_paise').notNull().default(0),
    totalPaise: paise('total_paise').notNull(),
    /** Details of a sale of goods. A session has its own columns. */
    details: jsonb('details').$type<SaleDetails>(),
  },
  (table) => [
    unique('invoices_serial').on(table.series, table.financialYear, table.serial),
    index('invoices_reference').on(table.reference),
    check('invoice_kind', sql`${table.kind} in ('invoice', 'supplement', 'credit_note')`),
    check(
      'invoice_total',
      sql`${table.totalPaise} = ${table.taxablePaise} + ${table.cgstPaise} + ${table.sgstPaise} + ${table.igstPaise}`,
    ),
  ],
);
