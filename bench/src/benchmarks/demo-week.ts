import { rmSync } from 'node:fs';
import { BUSY_BY_HOUR } from '@bijli/charge-point/crowd';
import { liveMeterValue, transactionStop } from '@bijli/contract/realtime';
import { socketEvent } from '@bijli/contract/socket';
import { startDevStack } from '@bijli/dev-stack/dev-stack';
import { signIn, type Driver } from '@bijli/dev-stack/driver';
import { fastConnectors } from '@bijli/dev-stack/fast-connectors';
import { openDatabase, type Database } from '@bijli/server/db/database';
import { runningDatabaseUrl } from '@bijli/server/db/embedded';
import { createLog } from '@bijli/server/kernel/log';
import type { Benchmark, Row } from '../benchmark.ts';
import { latencyOf, spread, type Latency } from '../measuring/statistics.ts';
import { newDataFolder } from '../setup/data-folder.ts';
import { durabilityOf } from '../setup/fixture.ts';

const DAYS = 7;
/** Samples of charges on tokens are kept this long. */
const SAMPLE_DAYS = 2;
const ROUNDS = 5;
const DRIVERS = 20;
/** How often each driver lists stations in a round before starting a charge. */
const LISTS = 15;
/** Average stay of a car in minutes, as in the simulated crowd. */
const STAY_MINUTES = { AC: 150, DC: 40 };
const MB = 1e6;

/** Adds a week of the crowd's charges, with the samples that are kept of them. */
async function addWeek({ $client }: Database): Promise<{ sessions: number; samples: number }> {
  const sessions = await $client.query(
    `insert into charging_sessions (booking_id, token, station_id, charger_id, connector, state, created_at, transaction_id, started_at,
       meter_start_wh, energy_wh, power_w, soc_start, soc_now, sampled_at, progress_at, connector_status, ended_at, end_reason,
       unplugged_at, rated_w, best_power_w, samples_purged_at)
     select 'B-W' || lpad(n::text, 9, '0'), 'DEMO-' || lpad((1 + n % 200)::text, 4, '0'), station_id, charger_id, number, 'completed', began,
       nextval('ocpp_transaction_ids'), began, n * 1000, power_w * stay / 60, power_w, 30, 80, began + stay * interval '1 minute',
       began + stay * interval '1 minute', 'Finishing', began + stay * interval '1 minute', 'Local', began + (stay + 3) * interval '1 minute',
       max_w, power_w, case when began < now() - $3 * interval '1 day' then now() end
     from (
       select row_number() over (order by began) n, * from (
         select g.station_id, c.charger_id, c.number, c.max_w, least(c.max_w, 40000) power_w,
           greatest(5, (mean * (0.4 + 1.2 * random()))::int) stay, hour + random() * interval '1 hour' began, mean, hour
         from connectors c join chargers g on g.id = c.charger_id
           cross join lateral (select case c.current when 'AC' then $4::int else $5::int end mean) s
           cross join generate_series(now() - $1 * interval '1 day' - interval '3 hours', now() - interval '3 hours', interval '1 hour') hour
       ) arrivals
       where random() < ($2::float8[])[1 + extract(hour from hour at time zone 'Asia/Kolkata')::int] * 60 / mean
     ) visits`,
    [DAYS, BUSY_BY_HOUR, SAMPLE_DAYS, STAY_MINUTES.AC, STAY_MINUTES.DC],
  );
  const samples = await $client.query(
    `insert into meter_samples (transaction_id, sampled_at, context, received_at, register_wh, power_w, soc)
     select transaction_id, taken_at, 'Sample.Periodic', taken_at + interval '80 ms', meter_start_wh + minute * power_w / 60, power_w, 30 + minute / 4
     from charging_sessions cross join lateral (
       select minute, started_at + minute * interval '1 minute' as taken_at
       from generate_series(1, extract(epoch from ended_at - started_at)::int / 60) minute) m
     where samples_purged_at is null and booking_id like 'B-W%' order by taken_at`,
  );
  await $client.query('vacuum (analyze) charging_sessions, meter_samples');
  return { sessions: sessions.rowCount ?? 0, samples: samples.rowCount ?? 0 };
}

async function timed(times: number[], task: () => Promise<unknown>): Promise<void> {
  const begun = performance.now();
  await task();
  times.push(performance.now() - begun);
}

/** Every driver lists stations and starts a charge. Then all of them stop. */
async function round(drivers: Driver[], times: { list: number[]; start: number[] }): Promise<void> {
  const places = fastConnectors(30);
  const running = [];
  for (const [at, driver] of drivers.entries()) {
    const place = places[at];
    if (!place) throw new RangeError('There are more drivers than charge points.');
    for (let look = 0; look < LISTS; look += 1) {
      // A tiny shift makes it a new window, which is in no cache.
      const window = `${77 + Math.random() / 1000},12.5,78,13.5`;
      await timed(times.list, () => driver.client.ask('chargingStation', { query: { window, zoom: '11' } }));
    }
    const live = await driver.live();
    let bookingId = '';
    await timed(times.start, async () => {
      bookingId = await driver.start(place, 10);
    });
    running.push({ driver, live, bookingId, place });
  }
  for (const { driver, live, bookingId, place } of running) {
    await live.saw(socketEvent.meterValue(place.chargePointId, place.connector), liveMeterValue, (one) => one.unit > 0);
    await driver.stop(bookingId);
    await live.saw(socketEvent.stop(bookingId), transactionStop);
    live.close();
  }
}

async function measure(drivers: Driver[]): Promise<{ list: Latency; start: Latency }> {
  await round(drivers, { list: [], start: [] });
  const times = { list: [] as number[], start: [] as number[] };
  for (let number = 0; number < ROUNDS; number += 1) await round(drivers, times);
  return { list: latencyOf(times.list), start: latencyOf(times.start) };
}

async function newDriver(url: string, index: number): Promise<Driver> {
  const driver = await signIn(url, String(9_000_100_000 + index));
  await driver.client.ask('updateUser', { body: { name: 'Asha Rao', email: 'asha@example.com' } });
  await driver.addVehicle(`MH12AB${1000 + index}`);
  await driver.topUp(9_000);
  return driver;
}

function latencies(what: string, fresh: Latency, old: Latency): Row[] {
  const row = (when: string, of: Latency, figure: keyof Latency): Row => ({
    what: `${what}, ${figure.slice(0, 3)} ms, ${when}`,
    figures: spread([of[figure]], 1),
  });
  return (['p50Ms', 'p99Ms'] as const).flatMap((figure) => [
    row('fresh', fresh, figure),
    { ...row('after the week', old, figure), overTime: true },
  ]);
}

/**
 * The demo after a week of its crowd: the size of its database, and whether lists and starts of charges became slower.
 */
export const demoWeek: Benchmark = async (say) => {
  const dataDir = newDataFolder();
  const env = { MAP_TILES_URL: 'none', METER_SAMPLE_SECONDS: '2', TOP_UP_MAX_PAISE: '9999999900' };
  const stack = await startDevStack({ port: 0, dataDir, fleet: 'small', env });
  const database = openDatabase(runningDatabaseUrl(dataDir) ?? '', createLog('silent'), 2);
  const size = async (): Promise<number> => {
    const { rows } = await database.$client.query<{ mb: number }>(
      `select pg_database_size(current_database())::float8 / ${MB} as mb`,
    );
    return rows[0]?.mb ?? Number.NaN;
  };
  try {
    await stack.fleetTried;
    const drivers = [];
    for (let index = 0; index < DRIVERS; index += 1) drivers.push(await newDriver(stack.url, index));
    const fresh = await measure(drivers);
    const freshMb = await size();
    say(`fresh: list ${fresh.list.p99Ms} ms, start ${fresh.start.p99Ms} ms (p99), ${freshMb.toFixed(0)} MB`);
    const made = await addWeek(database);
    const weekMb = await size();
    say(`${made.sessions} charges and ${made.samples} samples of ${DAYS} days: ${weekMb.toFixed(0)} MB`);
    const old = await measure(drivers);
    say(`after it: list ${old.list.p99Ms} ms, start ${old.start.p99Ms} ms (p99)`);
    return {
      rows: [
        { what: 'database of a fresh demo, MB', figures: spread([freshMb], 0) },
        { what: `the same after ${DAYS} days of the crowd, MB`, overTime: true, figures: spread([weekMb], 0) },
        ...latencies('list of stations', fresh.list, old.list),
        ...latencies('start of a charge', fresh.start, old.start),
      ],
      durability: await durabilityOf(database),
      limit:
        'What limits: a sample is a row with a key of its own, and two days of them are most of the size. The list is in memory and a start reads rows of its own driver and connector, so the week is felt by neither.',
      details: { ...made, fresh, old, days: DAYS, sampleDays: SAMPLE_DAYS, drivers: DRIVERS, rounds: ROUNDS },
    };
  } finally {
    await database.$client.end();
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
