import type { ClientBase } from 'pg';
import { entries, invoices, movements, topUps } from './big-data-ledger.ts';
import { BOUGHT_WH, HOLD, PRICE, readTables, type BigData, type Step, type Tables } from './big-data-parts.ts';

/**
 * Fills the server's tables with the data of a business of several years, by SQL alone: drivers, top-ups, sessions with
 * hold, capture, release and tax invoice, samples, notifications. The data is consistent, so the ledger check accepts
 * it. One driver in a hundred has a hundred sessions more than others. It works with the tables of earlier releases
 * too.
 */
export async function fillTables(client: ClientBase, data: BigData, say: (message: string) => void): Promise<void> {
  const tables = await readTables(client);
  // Otherwise each row of the books is checked singly, and the rows that it refers to are locked.
  await client.query(
    `set session_replication_role = replica; set work_mem = '512MB'; set maintenance_work_mem = '512MB'; set timezone = 'UTC'`,
  );
  const steps = [
    drivers(data),
    sessions(data, tables),
    topUps(tables),
    movements(),
    entries(),
    invoices(tables),
    samples(data, tables),
    statistics(data),
  ];
  for (const { what, statements } of steps) {
    const from = performance.now();
    for (const statement of statements) await client.query(statement);
    say(`${what}: ${((performance.now() - from) / 1000).toFixed(1)} s`);
  }
  await client.query('reset session_replication_role; reset work_mem; reset maintenance_work_mem; reset timezone');
}

/**
 * Creates the drivers, and the table `made` of the sessions they will have. Each is at one of the connectors in the
 * table `plug`.
 */
function drivers({ first, sessions: count, drivers: driverCount, days }: BigData): Step {
  return {
    what: 'drivers',
    statements: [
      `insert into drivers (mobile, name, created_at)
        select (7000000000 + n)::text, 'Driver ' || n, now() - interval '${days + 1} days' from generate_series(${first}, ${first + driverCount - 1}) n`,
      `create temp table plug as
        select row_number() over (order by c.charger_id, c.number) - 1 as place, c.charger_id, c.number, c.max_w, p.station_id
        from connectors c join chargers p on p.id = c.charger_id`,
      `create temp table made as
        select n, 'B-' || upper(substr(md5(n::text), 1, 4)) || lpad(upper(to_hex(n)), 6, '0') as reference,
          d.id as driver_id, p.station_id, p.charger_id, p.number as connector, p.max_w, began as created_at,
          began + (n % 40 + 20) * interval '1 minute' as ended_at, n % 33 = 0 as failed,
          case when n % 33 = 0 then 0 else 5000 + n * 37 % 25000 end as energy_wh
        from generate_series(${first}, ${first + count - 1}) n
          cross join lateral (select now() - interval '${days} days' + (n - ${first})::float8 / ${count} * interval '${days * 24 - 3} hours' as began) b
          join drivers d on d.mobile = (${7_000_000_000 + first} + case when n % 10 = 0 then n / 10 % (${driverCount} / 100) else n::bigint * 7919 % ${driverCount} end)::text
          join plug p on p.place = n % (select count(*) from plug)`,
      `alter table made add column amount bigint, add column tax bigint, add column nth int`,
      `update made m set amount = energy_wh * ${PRICE / 1000}, tax = round(energy_wh * ${PRICE / 1000} * 0.09), nth = o.nth
        from (select n, row_number() over (partition by driver_id order by created_at, n) as nth from made) o where o.n = m.n`,
      'analyze made',
    ],
  };
}

/** The sessions in `made`, with their holds. */
function sessions({ first, sessions: count }: BigData, { insertInto }: Tables): Step {
  return {
    what: 'sessions',
    statements: [
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
      `select setval('ocpp_transaction_ids', ${1_000_000 + first + count})`,
      `insert into holds (reference, driver_id, amount_paise, state, captured_paise, held_at, resolved_at)
        select reference, driver_id, ${HOLD}, case when failed then 'released' else 'captured' end, amount + 2 * tax, created_at, ended_at
        from made order by n`,
    ],
  };
}

/** `samplesOfEach` samples for each session in `made` that delivered energy. */
function samples({ first, samplesOfEach, days }: BigData, { keepsRawSamples }: Tables): Step {
  return {
    what: 'samples',
    statements: [
      ...(keepsRawSamples || first > 1 ? [] : monthsOf(days)),
      `insert into meter_samples (transaction_id, sampled_at, context, received_at, register_wh, power_w, soc${keepsRawSamples ? ', raw' : ''})
        select 1000000 + n, at, 'Sample.Periodic', at + interval '1 s', 1000 + energy_wh * sample / ${samplesOfEach}, 20000, 20 + 60 * sample / ${samplesOfEach}
          ${keepsRawSamples ? `, '{"connectorId":1,"transactionId":' || n || ',"meterValue":[]}'` : ''}
        from made cross join generate_series(1, ${samplesOfEach}) sample
          cross join lateral (select created_at + interval '20 s' + (ended_at - created_at - interval '20 s') * sample / ${samplesOfEach} as at) a
        where not failed`,
    ],
  };
}

function statistics({ first }: BigData): Step {
  return {
    what: 'statistics',
    statements: ['drop table made, moved, plug', first === 1 ? 'vacuum (analyze)' : 'analyze'],
  };
}

/** One partition for each past month. A new database has one partition for all of them. */
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

/** Number of charge points that get messages. They are called C0, C1 and so on. */
export const CHARGE_POINTS_LOGGED = 4_000;

/** Fills one day of the message log, in its own partition. */
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
