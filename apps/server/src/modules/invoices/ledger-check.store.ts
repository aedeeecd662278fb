import { sql } from 'drizzle-orm';
import type { LedgerCheckPart } from '#modules/ledger/index.ts';

/** Checks that the serials of each series run from 1 to its counter. The table itself ensures that they are unique. */
export const invoicesCheck: LedgerCheckPart = {
  name: 'invoices',

  problems: ({ since }) => [
    since
      ? sql`
        select 'invoice_counters ' || series || '/' || financial_year as row,
          'its counter stands at ' || c.last || ', but after ' || c.proven || ' it has ' || i.documents
            || ' documents with serials from ' || coalesce(i.first, 0) || ' to ' || coalesce(i.last, 0) as problem
        from ${countersSince(since.totals)} c cross join lateral (
          select count(*) as documents, min(serial) as first, max(serial) as last from invoices i
          where i.series = c.series and i.financial_year = c.financial_year and i.serial > c.proven
        ) i
        where coalesce(i.last, c.proven) <> c.last or i.documents <> c.last - c.proven
        order by series, financial_year`
      : sql`
        select 'invoice_counters ' || series || '/' || financial_year as row,
          'its counter stands at ' || coalesce(c.last, 0) || ', but it has ' || coalesce(i.documents, 0)
            || ' documents with serials from ' || coalesce(i.first, 0) || ' to ' || coalesce(i.last, 0) as problem
        from invoice_counters c full join (
          select series, financial_year, count(*) as documents, min(serial) as first, max(serial) as last
          from invoices group by series, financial_year
        ) i using (series, financial_year)
        where i.first is distinct from 1 or i.last <> i.documents or c.last is distinct from i.last
        order by series, financial_year`,
  ],

  changed: ({ totals }) => sql`
    select i.reference from ${countersSince(totals)} c cross join lateral (
      select reference from invoices i
      where i.series = c.series and i.financial_year = c.financial_year and i.serial > c.proven offset 0
    ) i`,

  totals: () => sql`
    select coalesce(jsonb_object_agg(series || '/' || financial_year, last), '{}') as totals from invoice_counters`,
};

/** Each counter, with its value at the last checkpoint. */
function countersSince(totals: Record<string, number>) {
  return sql`(
    select *, coalesce((${JSON.stringify(totals)}::jsonb ->> (series || '/' || financial_year))::int, 0) as proven from invoice_counters
  )`;
}
