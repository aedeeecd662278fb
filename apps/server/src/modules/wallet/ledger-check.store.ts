import { sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import type { Problem } from '#kernel/problem.ts';

/** Every invariant of the ledger: each query finds the rows that break it. */
const CHECKS: SQL[] = [
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

  sql`select 'holds ' || coalesce(h.reference, m.reference) as row,
      case when h.reference is null then 'money was held under it, but there is no hold'
        else 'it is ' || h.state || ' with ' || h.captured_paise || ' of ' || h.amount_paise || ' paise captured, but '
          || coalesce(m.held, 0) || ' were held, ' || coalesce(m.captured, 0) || ' captured and '
          || coalesce(m.released, 0) || ' released' end as problem
    from holds h full join (
      select t.reference, a.driver_id,
        sum(e.amount_paise) filter (where t.kind = 'hold') as held,
        coalesce(-sum(e.amount_paise) filter (where t.kind = 'capture'), 0) as captured,
        coalesce(-sum(e.amount_paise) filter (where t.kind = 'release'), 0) as released
      from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
      where a.kind = 'held' group by t.reference, a.driver_id
    ) m on m.reference = h.reference and m.driver_id = h.driver_id
    where h.reference is null or coalesce(m.held, 0) <> h.amount_paise * (h.renewals + 1)
      or (h.state = 'held') <> (h.resolved_at is null)
      or (h.state = 'captured') <> (h.captured_paise > 0)
      or h.captured_paise <> coalesce(m.captured, 0)
      or coalesce(m.captured + m.released, 0)
        <> h.amount_paise * (h.renewals + case h.state when 'held' then 0 else 1 end)`,
];

/** What does not add up; empty when all is well. Run it in one snapshot, or work under way looks like a fault. */
export async function ledgerProblems(tx: Tx): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const check of CHECKS) problems.push(...(await tx.execute<Problem & Record<string, unknown>>(check)).rows);
  return problems.map(({ row, problem }) => ({ row, problem }));
}
