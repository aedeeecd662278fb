import { sql } from 'drizzle-orm';
import type { LedgerCheckPart } from '#modules/ledger/index.ts';
import { OVERRUN_PERCENT, OVERRUN_WH } from './metering/energy.ts';

/** Every invariant between sessions, their money and their documents: each query finds the rows that break it. */
export const sessionsCheck: LedgerCheckPart = {
  name: 'sessions',

  problems: ({ has }) => [
    sql`select case when s.booking_id is null then 'holds ' || h.reference else 'charging_sessions ' || s.booking_id end as row,
        case when s.booking_id is null then 'it is for no session'
          when s.driver_id is null then 'it is on a token, but has a hold'
          else 'it is ' || s.state || ' over ' || s.hold_paise || ' paise of driver ' || s.driver_id || ', but its hold is '
            || coalesce(h.state || ' over ' || h.amount_paise || ' paise of driver ' || h.driver_id, 'not there') end as problem
      from (select * from charging_sessions s where ${has('s.booking_id')}) s
        full join (select * from holds h where ${has('h.reference')}) h on h.reference = s.booking_id
      where s.booking_id is null or (h.reference is null) <> (s.driver_id is null)
        or h.driver_id <> s.driver_id or h.amount_paise <> s.hold_paise
        or (h.state = 'held') <> (s.state not in ('completed', 'failed'))
        or (h.state = 'captured' and s.state <> 'completed')`,

    // The entries of a transfer sum to zero, so the revenue equals what the hold and the wallet have paid and the
    // company has written off.
    sql`select 'charging_sessions ' || s.booking_id as row,
        'its documents say ' || coalesce(p.amount, 0) || ' + ' || coalesce(p.cgst, 0) || ' + ' || coalesce(p.sgst, 0) || ' + '
          || coalesce(p.igst, 0) || ' = ' || coalesce(p.total, 0) || ' paise, but ' || coalesce(m.revenue, 0) || ' + '
          || coalesce(m.cgst, 0) || ' + ' || coalesce(m.sgst, 0) || ' + ' || coalesce(m.igst, 0) || ' were paid for it' as problem
      from charging_sessions s
        left join (
          select reference, sum(sign * amount_paise) as amount, sum(sign * cgst_paise) as cgst,
            sum(sign * sgst_paise) as sgst, sum(sign * igst_paise) as igst, sum(sign * total_paise) as total
          from (select *, case kind when 'credit_note' then -1 else 1 end as sign from invoices i where ${has('i.reference')}) signed
          group by reference
        ) p on p.reference = s.booking_id
        left join (
          select t.reference, coalesce(sum(e.amount_paise) filter (where a.kind = 'revenue'), 0) as revenue,
            coalesce(sum(e.amount_paise) filter (where a.kind = 'cgst'), 0) as cgst,
            coalesce(sum(e.amount_paise) filter (where a.kind = 'sgst'), 0) as sgst,
            coalesce(sum(e.amount_paise) filter (where a.kind = 'igst'), 0) as igst
          from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
          where t.kind in ('capture', 'overrun', 'adjustment') and ${has('t.reference')} group by t.reference
        ) m on m.reference = s.booking_id
      where ${has('s.booking_id')} and (coalesce(p.amount, 0) <> coalesce(m.revenue, 0) or coalesce(p.cgst, 0) <> coalesce(m.cgst, 0)
        or coalesce(p.sgst, 0) <> coalesce(m.sgst, 0) or coalesce(p.igst, 0) <> coalesce(m.igst, 0)
        or coalesce(p.total, 0) <> coalesce(m.revenue + m.cgst + m.sgst + m.igst, 0))`,

    sql`select 'invoices ' || i.number as row,
        'it bears ' || i.cgst_paise || ' + ' || i.sgst_paise || ' paise of CGST and SGST and ' || i.igst_paise
          || ' of IGST, but its payer is registered ' || case when elsewhere then 'in another State' else 'in no other State' end as problem
      from invoices i join charging_sessions s on s.booking_id = i.reference
        join suppliers p on p.id = coalesce(i.supplier_id, (select min(id) from suppliers))
        cross join lateral (select coalesce(left(s.payer_gstin, 2) <> left(p.gstin, 2), false) as elsewhere) payer
      where ${has('i.reference')} and case when elsewhere then i.cgst_paise + i.sgst_paise else i.igst_paise end <> 0`,

    // A session that was corrected to zero keeps its invoice, with a credit note.
    sql`select 'charging_sessions ' || s.booking_id as row,
        'it is ' || s.state || ' with ' || s.energy_wh || ' Wh, but has ' || coalesce(p.invoices, 0) || ' invoices, its documents over '
          || coalesce(p.energy_wh, 0) || ' Wh' as problem
      from charging_sessions s left join (
        select reference, count(*) filter (where kind = 'invoice') as invoices,
          sum(case kind when 'credit_note' then -energy_wh else energy_wh end) as energy_wh
        from invoices i where ${has('i.reference')} group by reference
      ) p on p.reference = s.booking_id
      where ${has('s.booking_id')} and case when s.state <> 'completed' or s.driver_id is null then p.reference is not null
        else coalesce(p.energy_wh, 0) <> s.energy_wh
          or coalesce(p.invoices, 0) > 1 or (s.energy_wh > 0 and coalesce(p.invoices, 0) = 0) end`,

    // Sessions from before rated power was stored were billed by another rule.
    sql`select 'charging_sessions ' || booking_id as row,
        energy_wh || ' Wh are billed of ' || limit_wh || ' that were bought' as problem
      from charging_sessions
      where ${has('booking_id')} and rated_w is not null and energy_wh > limit_wh + greatest(${OVERRUN_WH}::int, limit_wh * ${OVERRUN_PERCENT}::int / 100)`,

    sql`select 'charging_sessions ' || s.booking_id as row,
        s.disputed_wh || ' Wh of it are disputed, but ' || coalesce(d.energy_wh, 0) || ' wait for a person' as problem
      from charging_sessions s left join (
        select booking_id, sum(energy_wh) as energy_wh from disputed_energy
        where cause in ('beyond_bound', 'suspect_meter') group by booking_id
      ) d on d.booking_id = s.booking_id
      where ${has('s.booking_id')} and s.disputed_wh <> coalesce(d.energy_wh, 0)`,

    sql`select 'invoices ' || i.number as row, 'it is for ' || i.reference || ', which is no session' as problem
      from invoices i left join charging_sessions s on s.booking_id = i.reference
      where ${has('i.reference')} and left(i.series, 2) in ('EV', 'EC') and s.booking_id is null`,
  ],

  // Sessions that have ended since then are found through the transfer that names their hold.
  changed: ({ at }) => sql`
    select booking_id from charging_sessions where ended_at is null
    union all select booking_id from disputed_energy where booking_id is not null and (noted_at >= ${at} or resolved_at >= ${at})`,
};
