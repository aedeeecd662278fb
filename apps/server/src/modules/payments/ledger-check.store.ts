import { sql } from 'drizzle-orm';
import type { LedgerCheckPart } from '#modules/ledger/index.ts';

/**
 * Checks that the ledger's liability to payers equals the open refunds, including those that the provider has refused.
 */
export const paymentsCheck: LedgerCheckPart = {
  name: 'payments',

  // Both are few, so all are checked each time.
  problems: () => [
    sql`select 'refunds' as row, open.paise || ' paise are still to be refunded, but the ledger owes ' || owed.paise || ' paise' as problem
      from (select coalesce(sum(amount_paise), 0) as paise from refunds where state <> 'completed') open,
        (select coalesce(sum(e.amount_paise), 0) as paise
          from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.kind = 'refunds') owed
      where open.paise <> owed.paise`,
  ],

  changed: ({ at }) => sql`select txn_id from payment_intents where settled_at >= ${at}`,
};
