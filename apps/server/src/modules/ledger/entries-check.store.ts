import { sql, type SQL } from 'drizzle-orm';
import type { LedgerCheckPart, CheckedUntil } from './ledger-part.store.ts';

/** The invariants of accounts, transfers and entries. */
export const entriesCheck: LedgerCheckPart = {
  name: 'books',

  problems: ({ since }) => [
    ...(since ? ofNewEntries(since) : ALL_ENTRIES_CHECKS),
    sql`select 'ledger_accounts ' || id as row, 'its balance is ' || balance_paise || ' paise' as problem
      from ledger_accounts where balance_paise < 0`,
  ],

  totals: ({ entryId }) => sql`
    select jsonb_build_object('paise', a.paise - e.paise, 'entries', a.entries - e.entries, 'sum', -e.sum) as totals
    from (
      select coalesce(sum(balance_paise), 0) as paise, coalesce(sum(version), 0) as entries from ledger_accounts where driver_id is not null
    ) a, (
      select coalesce(sum(e.amount_paise), 0) as sum, coalesce(sum(e.amount_paise) filter (where a.driver_id is not null), 0) as paise,
        count(a.driver_id) as entries
      from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.id > ${entryId}
    ) e`,
};

const ALL_ENTRIES_CHECKS = [
  ofTransfers(sql`
    select t.id, coalesce(sum(e.amount_paise), 0) as paise, count(e.id) as entries
    from ledger_transfers t left join ledger_entries e on e.transfer_id = t.id
    group by t.id having coalesce(sum(e.amount_paise), 0) <> 0 or count(e.id) < 2`),

  sql`select 'ledger_entries' as row, 'all entries together sum to ' || sum(amount_paise) || ' paise, not 0' as problem
    from ledger_entries having sum(amount_paise) <> 0`,

  sql`select 'ledger_accounts ' || a.id as row, problem
    from ledger_accounts a
      left join (
        select account_id, sum(amount_paise) as paise, count(*) as entries, count(account_version) as numbered,
          min(account_version) as first, max(account_version) as last
        from ledger_entries group by account_id
      ) e on e.account_id = a.id
      cross join lateral (values
        (case when a.balance_paise <> coalesce(e.paise, 0)
          then 'its balance is ' || a.balance_paise || ' paise, its entries sum to ' || coalesce(e.paise, 0) end),
        (case when a.version <> coalesce(e.entries, 0) or a.version <> coalesce(e.numbered, 0) or a.version <> coalesce(e.last, 0) or e.first <> 1
          then 'its version is ' || a.version || ', but it has ' || coalesce(e.entries, 0) || ' entries numbered '
            || coalesce(e.first, 0) || ' to ' || coalesce(e.last, 0) end)
      ) said (problem)
    where a.driver_id is not null and problem is not null`,

  ofBalances(sql`ledger_entries`),
];

/**
 * Older entries were checked before: a new entry continues the one before it, and an account's balance is that of its
 * last entry.
 */
function ofNewEntries({ transferId, entryId, totals }: CheckedUntil): SQL[] {
  const moved = sql`(select id from ledger_transfers where id > ${transferId}
    union select transfer_id from ledger_entries where id > ${entryId})`;
  const fresh = sql`(select e.* from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where e.id > ${entryId} and a.driver_id is not null)`;
  return [
    sql`select 'ledger_transfers ' || id as row, 'it was the newest that was proven, and is not there' as problem
      from (select ${transferId}::bigint as id) proven where id > 0 and id not in (select t.id from ledger_transfers t where t.id = proven.id)`,

    ofTransfers(sql`
      select t.id, e.paise, e.entries from ${moved} t cross join lateral (
        select coalesce(sum(amount_paise), 0) as paise, count(*) as entries from ledger_entries where transfer_id = t.id offset 0
      ) e`),

    sql`select 'ledger_entries' as row, 'all entries together sum to ' || total || ' paise, not 0' as problem
      from (select ${totals['sum'] ?? 0}::numeric + coalesce(sum(amount_paise), 0) as total from ledger_entries where id > ${entryId}) entries
      where total <> 0`,

    ofBalances(fresh),

    sql`select 'ledger_accounts ' || a.id as row,
        'its balance is ' || a.balance_paise || ' paise at version ' || a.version || ', that of its last entry ' || e.balance_paise || ' at ' || e.account_version as problem
      from (select account_id, max(account_version) as version from ${fresh} f group by account_id) f
        join ledger_accounts a on a.id = f.account_id
        join ledger_entries e on e.account_id = f.account_id and e.account_version = f.version
      where a.version <> e.account_version or a.balance_paise is distinct from e.balance_paise`,

    // Includes accounts without new entries.
    sql`select 'ledger_accounts' as row,
        'all balances of drivers together are ' || now.paise || ' paise after ' || now.entries || ' entries, where '
          || proven.paise || ' after ' || proven.entries || ' are right; a check in full names the accounts' as problem
      from (select coalesce(sum(balance_paise), 0) as paise, coalesce(sum(version), 0) as entries from ledger_accounts where driver_id is not null) now,
        (select ${totals['paise'] ?? 0}::numeric + coalesce(sum(amount_paise), 0) as paise, ${totals['entries'] ?? 0}::numeric + count(*) as entries from ${fresh} f) proven
      where (now.paise, now.entries) <> (proven.paise, proven.entries)`,
  ];
}

/** Each of these transfers balances and has two entries at least. */
function ofTransfers(transfers: SQL): SQL {
  return sql`select 'ledger_transfers ' || id as row, problem
    from (${transfers}) moved cross join lateral (values
      (case when paise <> 0 then 'its entries sum to ' || paise || ' paise, not 0' end),
      (case when entries < 2 then 'it has ' || entries || ' entries' end)
    ) said (problem)
    where problem is not null`;
}

/** Each of these entries of drivers goes on from the one before it in its account. */
function ofBalances(entries: SQL): SQL {
  return sql`select 'ledger_entries ' || e.id as row,
      case when e.account_version > 1 and before.id is null
        then 'it has the number ' || e.account_version || ' in its account, and there is none before it'
        else 'it says a balance of ' || e.balance_paise || ' paise where ' || coalesce(before.balance_paise, 0) + e.amount_paise || ' is right' end as problem
    from ${entries} e left join ledger_entries before
      on before.account_id = e.account_id and before.account_version = e.account_version - 1
    where e.account_version is not null and ((e.account_version > 1) is distinct from (before.id is not null)
      or e.balance_paise is distinct from coalesce(before.balance_paise, 0) + e.amount_paise)`;
}
