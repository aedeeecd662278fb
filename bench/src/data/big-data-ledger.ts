import { HOLD, type Step, type Tables } from './big-data-parts.ts';

/** A driver makes one top-up for this many sessions, of the sum that they hold. */
const SESSIONS_A_TOP_UP = 5;

/** Payments for the sessions in the table `made`, and the provider's answers about them. */
export function topUps({ insertInto }: Tables): Step {
  return {
    what: 'top-ups',
    statements: [
      insertInto(
        'payment_intents',
        {
          txn_id: "'T' || substr(reference, 2)",
          purpose: "'wallet'",
          driver_id: 'driver_id',
          provider: "'phonepe'",
          amount_paise: String(HOLD * SESSIONS_A_TOP_UP),
          state: "'completed'",
          provider_order_id: "'OMO' || n",
          provider_payment_id: "'OMP' || n",
          paid_paise: String(HOLD * SESSIONS_A_TOP_UP),
          created_at: "created_at - interval '3 minutes'",
          expires_at: "created_at + interval '20 minutes'",
          settled_at: "created_at - interval '1 minute'",
        },
        `from made where nth % ${SESSIONS_A_TOP_UP} = 1 order by n`,
      ),
      insertInto(
        'webhook_events',
        {
          provider: 'provider',
          event_key: "'completed:' || provider_payment_id",
          received_at: 'settled_at',
          txn_id: 'txn_id',
          body: "json_build_object('state', 'COMPLETED', 'amount', amount_paise)",
        },
        `from payment_intents where settled_at > now() - interval '90 days'
        on conflict do nothing`,
      ),
    ],
  };
}

/**
 * Writes all transfers of the sessions in `made` to the table `moved`, in the order of time, and the drivers' accounts
 * with their final balances.
 */
export function movements(): Step {
  return {
    what: 'movements of money',
    statements: [
      `create temp table moved as
        select (select coalesce(max(id), 0) from ledger_transfers) + row_number() over (order by at, place, n) as id, * from (
          select n, 1 as place, 'top_up' as kind, 'topup:phonepe:OMP' || n as key, 'T' || substr(reference, 2) as reference,
            created_at - interval '1 minute' as at, driver_id, ${HOLD * SESSIONS_A_TOP_UP}::bigint as wallet, 0::bigint as held, 0::bigint as amount, 0::bigint as tax
          from made where nth % ${SESSIONS_A_TOP_UP} = 1
          union all select n, 2, 'hold', 'hold:' || reference, reference, created_at, driver_id, -${HOLD}, ${HOLD}, 0, 0 from made
          union all select n, 3, 'capture', 'capture:' || reference, reference, ended_at, driver_id, 0, -amount - 2 * tax, amount, tax from made where not failed
          union all select n, 4, 'release', 'release:' || reference, reference, ended_at, driver_id, ${HOLD} - amount - 2 * tax, amount + 2 * tax - ${HOLD}, 0, 0
            from made where ${HOLD} > amount + 2 * tax
        ) moves`,
      `insert into ledger_transfers (id, idempotency_key, kind, reference, at) select id, key, kind, reference, at from moved order by id`,
      `select setval('ledger_transfers_id_seq', (select max(id) from ledger_transfers))`,
      `insert into ledger_accounts (kind, driver_id, balance_paise, version)
        select k.kind, driver_id, case k.kind when 'wallet' then wallet else held end, case k.kind when 'wallet' then wallets else helds end
        from (
          select driver_id, sum(wallet) as wallet, sum(held) as held, count(*) filter (where wallet <> 0) as wallets, count(*) filter (where held <> 0) as helds
          from moved group by driver_id order by driver_id
        ) d cross join (values ('wallet'), ('held')) k (kind)`,
      `insert into ledger_accounts (kind) values ('gateway:phonepe'), ('revenue'), ('cgst'), ('sgst') on conflict do nothing`,
      'analyze ledger_accounts',
    ],
  };
}

/** Ledger entries of the transfers in `moved`, with the balance of the driver's account after each. */
export function entries(): Step {
  return {
    what: 'entries of the ledger',
    statements: [
      `insert into ledger_entries (transfer_id, account_id, amount_paise, balance_paise, account_version)
        select m.id, e.account_id, e.paise, e.balance, e.version
        from (
          select *, sum(wallet) over driver as wallet_after, count(*) filter (where wallet <> 0) over driver as wallet_version,
            sum(held) over driver as held_after, count(*) filter (where held <> 0) over driver as held_version
          from moved window driver as (partition by driver_id order by id)
        ) m
          join ledger_accounts w on w.driver_id = m.driver_id and w.kind = 'wallet'
          join ledger_accounts h on h.driver_id = m.driver_id and h.kind = 'held'
          cross join (select max(id) filter (where kind = 'gateway:phonepe') as provider, max(id) filter (where kind = 'revenue') as revenue,
            max(id) filter (where kind = 'cgst') as cgst, max(id) filter (where kind = 'sgst') as sgst from ledger_accounts where driver_id is null) c
          cross join lateral (values (c.provider, case when m.kind = 'top_up' then -m.wallet else 0 end, null, null), (h.id, m.held, m.held_after, m.held_version),
            (w.id, m.wallet, m.wallet_after, m.wallet_version), (c.revenue, m.amount, null, null), (c.cgst, m.tax, null, null), (c.sgst, m.tax, null, null)
          ) e (account_id, paise, balance, version)
        where e.paise <> 0 order by m.id`,
    ],
  };
}

/** Invoices of the sessions in `made`, numbered on from the existing ones, and the notifications about their ends. */
export function invoices({ insertInto }: Tables): Step {
  return {
    what: 'tax invoices',
    statements: [
      insertInto(
        'invoices',
        {
          number: "'EV99/' || year || case when serial > 999999 then '' else '/' end || lpad(serial::text, 6, '0')",
          series: "'EV99'",
          financial_year: 'year',
          serial: 'serial',
          reference: 'reference',
          kind: "'invoice'",
          issued_on: 'issued_on',
          issued_at: 'ended_at',
          supplier_id: '(select min(id) from suppliers)',
          tax_code: "'998714'",
          energy_wh: 'energy_wh',
          amount_paise: 'amount',
          cgst_paise: 'tax',
          sgst_paise: 'tax',
          total_paise: 'amount + 2 * tax',
        },
        `from (
          select *, coalesce(last, 0) + row_number() over (partition by year order by ended_at, n) as serial
          from made cross join lateral (select (ended_at at time zone 'Asia/Kolkata')::date as issued_on) o
            cross join lateral (select to_char(issued_on - interval '3 months', 'YY') || to_char(issued_on + interval '9 months', 'YY') as year) y
            left join invoice_counters c on c.series = 'EV99' and c.financial_year = year
          where not failed
        ) numbered order by ended_at, n`,
      ),
      `insert into invoice_counters (series, financial_year, last) select series, financial_year, max(serial) from invoices where series = 'EV99' group by 1, 2
        on conflict (series, financial_year) do update set last = excluded.last`,
      `insert into notifications (driver_id, event_key, kind, facts, created_at, expires_at)
        select driver_id, 'ended:' || reference, 'session_ended', '{}', ended_at, ended_at + interval '1 day'
        from made where ended_at > now() - interval '90 days' and n % 2 = 0`,
    ],
  };
}
