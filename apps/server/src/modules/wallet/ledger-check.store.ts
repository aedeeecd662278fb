import { sql } from 'drizzle-orm';
import type { LedgerCheckPart } from '#modules/ledger/index.ts';

/** Checks that every hold is what the ledger held, captured and released under its reference. */
export const walletCheck: LedgerCheckPart = {
  name: 'wallet',

  problems: ({ has }) => [
    sql`select 'holds ' || coalesce(h.reference, m.reference) as row,
        case when h.reference is null then 'money was held under it, but there is no hold'
          else 'it is ' || h.state || ' with ' || h.captured_paise || ' of ' || h.amount_paise || ' paise captured, but '
            || coalesce(m.held, 0) || ' were held, ' || coalesce(m.captured, 0) || ' captured and '
            || coalesce(m.released, 0) || ' released' end as problem
      from (select * from holds h where ${has('h.reference')}) h full join (
        select t.reference, a.driver_id,
          sum(e.amount_paise) filter (where t.kind = 'hold') as held,
          coalesce(-sum(e.amount_paise) filter (where t.kind = 'capture'), 0) as captured,
          coalesce(-sum(e.amount_paise) filter (where t.kind = 'release'), 0) as released
        from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
        where a.kind = 'held' and ${has('t.reference')} group by t.reference, a.driver_id
      ) m on m.reference = h.reference and m.driver_id = h.driver_id
      where h.reference is null or coalesce(m.held, 0) <> h.amount_paise * (h.renewals + 1)
        or (h.state = 'held') <> (h.resolved_at is null)
        or (h.state = 'captured') <> (h.captured_paise > 0)
        or h.captured_paise <> coalesce(m.captured, 0)
        or coalesce(m.captured + m.released, 0)
          <> h.amount_paise * (h.renewals + case h.state when 'held' then 0 else 1 end)`,
  ],

  // If a hold was resolved without its transfer, the driver has more held money than all open holds.
  changed: () => sql`
    select h.reference from (
      select driver_id from ledger_accounts a where a.kind = 'held' and a.balance_paise > 0
        and a.balance_paise <> (select coalesce(sum(o.amount_paise), 0) from holds o where o.driver_id = a.driver_id and o.state = 'held')
    ) d cross join lateral (select reference from holds h where h.driver_id = d.driver_id offset 0) h`,
};

/**
 * Checks that every completed top-up was credited exactly once, with its amount and to its driver, and nothing else
 * was.
 */
export const topUpsCheck: LedgerCheckPart = {
  name: 'top-ups',

  problems({ has }) {
    // The amount that each top-up added to a driver's wallet.
    const credits = sql`
      select t.id as transfer_id, t.reference, a.driver_id, e.amount_paise as paise
      from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
      where t.kind = 'top_up' and a.kind = 'wallet' and ${has('t.reference')}`;
    return [
      sql`select 'payment_intents ' || p.txn_id as row,
          p.amount_paise || ' paise of driver ' || coalesce(p.driver_id::text, 'null') || ' were paid, but the ledger credits '
            || coalesce(string_agg(c.paise || ' paise to driver ' || c.driver_id, ', '), 'nothing') as problem
        from payment_intents p left join (${credits}) c on c.reference = p.txn_id
        where p.purpose = 'wallet' and p.state = 'completed' and ${has('p.txn_id')}
        group by p.txn_id
        having count(c.transfer_id) <> 1 or bool_or(c.paise <> p.amount_paise or c.driver_id is distinct from p.driver_id)
        order by p.txn_id`,

      sql`select 'ledger_transfers ' || c.transfer_id as row,
          'it credits the payment ' || c.reference || ', which is ' || coalesce(p.state, 'unknown') as problem
        from (${credits}) c left join payment_intents p on p.txn_id = c.reference
        where p.state is distinct from 'completed'
        order by c.transfer_id`,
    ];
  },
};
