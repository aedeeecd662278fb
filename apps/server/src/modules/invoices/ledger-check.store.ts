import { sql } from 'drizzle-orm';
import type { LedgerCheckPart } from '#modules/ledger/index.ts';

/** The serials of every series run from 1 to its counter; that they are unique is the table's own rule. */
export const invoicesCheck: LedgerCheckPart = [
  sql`
    select 'invoice_counters ' || series || '/' || financial_year as row,
      'its counter stands at ' || coalesce(c.last, 0) || ', but it has ' || coalesce(i.documents, 0)
        || ' documents with serials from ' || coalesce(i.first, 0) || ' to ' || coalesce(i.last, 0) as problem
    from invoice_counters c full join (
      select series, financial_year, count(*) as documents, min(serial) as first, max(serial) as last
      from invoices group by series, financial_year
    ) i using (series, financial_year)
    where i.first is distinct from 1 or i.last <> i.documents or c.last is distinct from i.last
    order by series, financial_year`,
];
