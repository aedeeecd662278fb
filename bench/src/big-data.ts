import type { ClientBase } from 'pg';

export interface BigData {
  /** The number of the first session; what comes later goes on from what is there. */
  first: number;
  sessions: number;
  /** New ones, whose sessions these are. */
  drivers: number;
  /** Of each session that delivered anything. */
  samplesOfEach: number;
  /** Over how long all of it came about, until two hours ago. */
  days: number;
}

/** Paise a kilowatt-hour before taxes, and with taxes of 9 % each the hold of what is bought. */
const PRICE = 2_000;
const BOUGHT_WH = 30_000;
const HOLD = 70_800;
/** A driver tops up once for so many sessions, with what they hold. */
const SESSIONS_A_TOP_UP = 5;

/**
 * What a business of some years has, made by the database itself in tables that the server has made: drivers, top-ups, sessions with
 * hold, capture, release and tax invoice, samples, notifications. All of it agrees, so that the check of the ledger proves it. One
 * driver in a hundred has a hundred sessions more than others. It fits tables of earlier releases, too.
 */
export async function fillTables(
  client: ClientBase,
  { first, sessions, drivers, samplesOfEach, days }: BigData,
  say: (message: string) => void,
): Promise<void> {
  const step = async (what: string, ...statements: string[]): Promise<void> => {
    const from = performance.now();
    for (const statement of statements) await client.query(statement);
    say(`${what}: ${((performance.now() - from) / 1000).toFixed(1)} s`);
  };
  const known = await columnsOf(client);
  /** As far as the table has these columns. */
  const insertInto = (table: string, columns: Record<string, string>, from: string): string => {
    const there = Object.entries(columns).filter(([column]) => known.has(`${table}.${column}`));
    const [names, values] = [there.map(([name]) => name), there.map(([, value]) => value)];
    return `insert into ${table} (${names.join(', ')}) select ${values.join(', ')} ${from}`;
  };
  // Rows of the books are checked one by one otherwise, and those that others refer to are locked.
  await client.query(
    `set session_replication_role = replica; set work_mem = '512MB'; set maintenance_work_mem = '512MB'; set timezone = 'UTC'`,
  );

  await step(
    'drivers',
    `insert into drivers (mobile, name, created_at)
      select (7000000000 + n)::text, 'Driver ' || n, now() - interval '${days + 1} days' from generate_series(${first}, ${first + drivers - 1}) n`,
    `create temp table plug as
      select row_number() over (order by c.charger_id, c.number) - 1 as place, c.charger_id, c.number, c.max_w, p.station_id
      from connectors c join chargers p on p.id = c.charger_id`,
    `create temp table made as
      select n, 'B-' || upper(substr(md5(n::text), 1, 4)) || lpad(upper(to_hex(n)), 6, '0') as reference,
        d.id as driver_id, p.station_id, p.charger_id, p.number as connector, p.max_w, began as created_at,
        began + (n % 40 + 20) * interval '1 minute' as ended_at, n % 33 = 0 as failed,
        case when n % 33 = 0 then 0 else 5000 + n * 37 % 25000 end as energy_wh
      from generate_series(${first}, ${first + sessions - 1}) n
        cross join lateral (select now() - interval '${days} days' + (n - ${first})::float8 / ${sessions} * interval '${days * 24 - 3} hours' as began) b
        join drivers d on d.mobile = (${7_000_000_000 + first} + case when n % 10 = 0 then n / 10 % (${drivers} / 100) else n::bigint * 7919 % ${drivers} end)::text
        join plug p on p.place = n % (select count(*) from plug)`,
    `alter table made add column amount bigint, add column tax bigint, add column nth int`,
    `update made m set amount = energy_wh * ${PRICE / 1000}, tax = round(energy_wh * ${PRICE / 1000} * 0.09), nth = o.nth
      from (select n, row_number() over (partition by driver_id order by created_at, n) as nth from made) o where o.n = m.n`,
    'analyze made',
  );

  await step(
    'sessions',
    insertInto(
      'charging_sessions',
      {
        booking_id: 'reference',
        driver_id: 'driver_id',
        station_id: 'station_id',
        charger_id: 'charger_id',
        connector: 'connector',
        id_tag: "'G' || n",
        state: "case when failed then 'failed' else 'completed' end",
        price_paise_per_kwh: String(PRICE),
        gst_basis_points: '1800',
        limit_wh: String(BOUGHT_WH),
        hold_paise: String(HOLD),
        created_at: 'created_at',
        transaction_id: 'case when not failed then 1000000 + n end',
        started_at: "case when not failed then created_at + interval '20 s' end",
        meter_start_wh: 'case when not failed then 1000 end',
        energy_wh: 'energy_wh',
        soc_start: '20',
        soc_now: '80',
        sampled_at: 'ended_at',
        progress_at: 'ended_at',
        ended_at: 'ended_at',
        end_reason: "case when failed then 'charger_silent' else 'Local' end",
        unplugged_at: "ended_at + interval '3 minutes'",
        rated_w: 'max_w',
        best_power_w: '20000',
      },
      'from made order by n',
    ),
    `select setval('ocpp_transaction_ids', ${1_000_000 + first + sessions})`,
    `insert into holds (reference, driver_id, amount_paise, state, captured_paise, held_at, resolved_at)
      select reference, driver_id, ${HOLD}, case when failed then 'released' else 'captured' end, amount + 2 * tax, created_at, ended_at
      from made order by n`,
  );

  await step(
    'top-ups',
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
  );

  await step(
    'movements of money',
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
  );
  await step(
    'entries of the ledger',
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
  );

  await step(
    'tax invoices',
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
  );

  // Of a release that kept what charge points said beside each sample, and had no months.
  const isOld = known.get('meter_samples.raw') === 'NO';
  await step(
    'samples',
    ...(isOld || first > 1 ? [] : monthsOf(days)),
    `insert into meter_samples (transaction_id, sampled_at, context, received_at, register_wh, power_w, soc${isOld ? ', raw' : ''})
      select 1000000 + n, at, 'Sample.Periodic', at + interval '1 s', 1000 + energy_wh * sample / ${samplesOfEach}, 20000, 20 + 60 * sample / ${samplesOfEach}
        ${isOld ? `, '{"connectorId":1,"transactionId":' || n || ',"meterValue":[]}'` : ''}
      from made cross join generate_series(1, ${samplesOfEach}) sample
        cross join lateral (select created_at + interval '20 s' + (ended_at - created_at - interval '20 s') * sample / ${samplesOfEach} as at) a
      where not failed`,
  );
  await step('statistics', 'drop table made, moved, plug', first === 1 ? 'vacuum (analyze)' : 'analyze');
  await client.query('reset session_replication_role; reset work_mem; reset maintenance_work_mem; reset timezone');
}

/** Whether each column may be null, by its table and name. */
async function columnsOf(client: ClientBase): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; nullable: string }>(`
    select table_name || '.' || column_name as name, is_nullable as nullable
    from information_schema.columns where table_schema = 'public'`);
  return new Map(rows.map(({ name, nullable }) => [name, nullable]));
}

/** A part for each month so far, where a new database has one for all of them. */
function monthsOf(days: number): string[] {
  const month = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()));
  const now = month(new Date());
  const [first] = [month(new Date(Date.now() - days * 86_400_000))];
  const statements = [`drop table meter_samples_${nameOf(now)}`];
  for (let from = first; from <= now; from = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1))) {
    const until = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1));
    statements.push(
      `create table meter_samples_${nameOf(from)} partition of meter_samples for values from ('${from.toISOString()}') to ('${until.toISOString()}')`,
    );
  }
  return statements;
}

function nameOf(month: Date): string {
  return month.toISOString().slice(0, 7).replace('-', '_');
}

/** Charge points whose messages are made: C0, C1 and so on. */
export const CHARGE_POINTS_LOGGED = 4_000;

/** A day of the message log, in a part of its own. */
export async function fillMessages(
  client: ClientBase,
  { messages, daysAgo }: { messages: number; daysAgo: number },
  say: (message: string) => void,
): Promise<void> {
  const day = new Date(Math.floor(Date.now() / 86_400_000 - daysAgo) * 86_400_000).toISOString().slice(0, 10);
  await client.query(
    `create table charger_messages_${day.replaceAll('-', '_')} partition of charger_messages for values from ('${day} 00:00Z') to ('${day} 24:00Z');
     insert into charger_messages (charger_id, said_at, direction, action, message_id, frame, answer_code, answer, latency_ms)
     select 'C' || n % ${CHARGE_POINTS_LOGGED}, '${day} 00:00Z'::timestamptz + n::float8 / ${messages + 1} * interval '1 day', 'received', 'MeterValues', n,
       '[2,"' || n || '","MeterValues",{"connectorId":1,"transactionId":' || n || ',"meterValue":[]}]', 'ok', '[3,"' || n || '",{}]', 3
     from generate_series(1, ${messages}) n`,
  );
  say(`${messages} messages of ${day}`);
}
