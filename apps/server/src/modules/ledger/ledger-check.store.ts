import { sql, type SQL } from 'drizzle-orm';
import type { Database, Tx } from '#db/database.ts';
import type { Problem } from '#kernel/problem.ts';

/**
 * What a module adds to the check of the ledger: queries, each of which finds the rows that break an invariant and says of
 * each row what is wrong (`row`, `problem`).
 */
export type LedgerCheckPart = readonly SQL[];

/** The invariants of the books themselves. */
const BOOKS: LedgerCheckPart = [
  sql`select 'ledger_transfers ' || t.id as row, 'its entries sum to ' || coalesce(sum(e.amount_paise), 0) || ' paise, not 0' as problem
    from ledger_transfers t left join ledger_entries e on e.transfer_id = t.id
    group by t.id having coalesce(sum(e.amount_paise), 0) <> 0`,

  sql`select 'ledger_transfers ' || t.id as row, 'it has ' || count(e.id) || ' entries' as problem
    from ledger_transfers t left join ledger_entries e on e.transfer_id = t.id
    group by t.id having count(e.id) < 2`,

  sql`select 'ledger_entries' as row, 'all entries together sum to ' || sum(amount_paise) || ' paise, not 0' as problem
    from ledger_entries having sum(amount_paise) <> 0`,

  sql`select 'ledger_accounts ' || a.id as row,
      'its balance is ' || a.balance_paise || ' paise, its entries sum to ' || coalesce(sum(e.amount_paise), 0) as problem
    from ledger_accounts a left join ledger_entries e on e.account_id = a.id
    where a.driver_id is not null
    group by a.id having a.balance_paise <> coalesce(sum(e.amount_paise), 0)`,

  sql`select 'ledger_accounts ' || id as row, 'its balance is ' || balance_paise || ' paise' as problem
    from ledger_accounts where balance_paise < 0`,

  sql`select 'ledger_accounts ' || a.id as row,
      'its version is ' || a.version || ', but it has ' || count(e.id) || ' entries numbered '
        || coalesce(min(e.account_version), 0) || ' to ' || coalesce(max(e.account_version), 0) as problem
    from ledger_accounts a left join ledger_entries e on e.account_id = a.id
    where a.driver_id is not null
    group by a.id
    having a.version <> count(e.id) or a.version <> coalesce(max(e.account_version), 0)
      or count(e.id) <> count(distinct e.account_version) or coalesce(min(e.account_version), 1) <> 1`,

  sql`select 'ledger_entries ' || id as row, 'it says a balance of ' || balance_paise || ' paise where ' || running || ' is right' as problem
    from (
      select e.id, e.balance_paise, sum(e.amount_paise) over (partition by e.account_id order by e.account_version) as running
      from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.driver_id is not null
    ) entries where balance_paise is distinct from running`,
];

/** Proves, in one snapshot, that the books add up, and what the modules add. Answers what does not; empty when all is well. */
export async function ledgerCheck(database: Database, parts: readonly LedgerCheckPart[]): Promise<Problem[]> {
  // Work under way would look like a problem from one query to the next.
  const snapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;
  return database.transaction((tx) => problemsIn(tx, BOOKS, ...parts), snapshot);
}

/** What these parts find in the caller's snapshot. */
export async function problemsIn(tx: Tx, ...parts: readonly LedgerCheckPart[]): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const query of parts.flat()) problems.push(...(await tx.execute<Problem & Record<string, unknown>>(query)).rows);
  return problems.map(({ row, problem }) => ({ row, problem }));
}
