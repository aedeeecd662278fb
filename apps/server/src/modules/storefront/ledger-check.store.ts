import { sql } from 'drizzle-orm';
import type { LedgerCheckPart } from '#modules/ledger/index.ts';

/** The paise of an order that were given back: all of it, or the price of some units. */
const givenBack = sql.raw(
  "case when o.paid_at is null then 0 when o.state = 'cancelled' then o.total_paise else (o.price_paise + o.installation_paise) * o.refunded_units end",
);
const documents = (kind: 'invoice' | 'credit_note') =>
  sql.raw(`coalesce(sum(i.total_paise) filter (where i.kind = '${kind}'), 0)`);

/** Every invariant between orders and money. Each query finds the rows that break it. */
export const storefrontCheck: LedgerCheckPart = {
  name: 'storefront',

  problems: ({ has }) => [
    sql`select 'shop_orders ' || o.reference as row,
        'it is ' || o.state || ', but its payment is ' || coalesce(p.state || ' over ' || p.amount_paise || ' paise', 'not there') as problem
      from shop_orders o left join payment_intents p on p.txn_id = o.txn_id and p.purpose = 'order' and p.subject = o.reference
      where ${has('o.reference')} and o.paid_at is not null and (p.state is distinct from 'completed' or p.amount_paise <> o.total_paise)`,

    sql`select 'payment_intents ' || p.txn_id as row, 'it is completed, but paid for no order' as problem
      from payment_intents p left join shop_orders o on o.txn_id = p.txn_id and o.paid_at is not null
      where ${has('p.txn_id')} and p.purpose = 'order' and p.state = 'completed' and o.id is null`,

    sql`select 'shop_orders ' || o.reference as row,
        count(t.id) || ' sales over ' || coalesce(sum(e.paise), 0) || ' paise are booked for it, which costs ' || o.total_paise as problem
      from shop_orders o
        left join ledger_transfers t on t.reference = o.reference and t.kind = 'sale'
        left join lateral (
          select -sum(x.amount_paise) as paise from ledger_entries x join ledger_accounts a on a.id = x.account_id
          where x.transfer_id = t.id and a.kind like 'gateway:%'
        ) e on true
      where ${has('o.reference')}
      group by o.id
      having count(t.id) <> (o.paid_at is not null)::int or (o.paid_at is not null and sum(e.paise) <> o.total_paise)`,

    sql`select 'shop_orders ' || o.reference as row,
        count(i.number) filter (where i.kind = 'invoice') || ' invoices over ' || ${documents('invoice')} || ' paise and credit notes over '
          || ${documents('credit_note')} || ' are issued for it, which is ' || o.state || ' with ' || o.refunded_units
          || ' refunded units' as problem
      from shop_orders o left join invoices i on i.reference = o.reference
      where ${has('o.reference')}
      group by o.id
      having count(i.number) filter (where i.kind = 'invoice')
          <> case when o.paid_at is null then 0 when o.installation_id is null then 1 else 2 end
        or ${documents('invoice')} <> case when o.paid_at is null then 0 else o.total_paise end
        or ${documents('credit_note')} <> ${givenBack}`,

    sql`select 'shop_orders ' || o.reference as row,
        'it is ' || o.state || ' with ' || o.refunded_units || ' refunded units, but refunds over '
          || coalesce(sum(r.amount_paise), 0) || ' paise of its payment are written down' as problem
      from shop_orders o left join refunds r on r.txn_id = o.txn_id and r.was_credited
      where ${has('o.reference')} and o.paid_at is not null
      group by o.id having coalesce(sum(r.amount_paise), 0) <> ${givenBack}`,
  ],

  changed: ({ at, transferId }) => sql`
    select reference from shop_orders where state = 'awaiting_payment' or greatest(created_at, paid_at, closed_at) >= ${at}
    union all select o.reference from ledger_transfers t join shop_orders o on o.txn_id = t.reference where t.id > ${transferId}`,
};
