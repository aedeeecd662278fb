import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { startDevStack } from '@bijli/dev-stack/dev-stack';
import { openDatabase, type Database } from '@bijli/server/db/database';
import { runningDatabaseUrl } from '@bijli/server/db/embedded';
import { DAY_MS } from '@bijli/server/kernel/durations';
import { hashOf, newSecret } from '@bijli/server/kernel/ids';
import { createLog } from '@bijli/server/kernel/log';
import { LEDGER_PARTS } from '@bijli/server/ledger-parts';
import { checkLedger } from '@bijli/server/modules/ledger/index';
import { purgeMessages } from '@bijli/server/modules/operations/message-log/message-log.store';
import { purgeSamples } from '@bijli/server/modules/sessions/metering/sample-months.store';
import type { Benchmark } from '../benchmark.ts';
import { fillMessages, fillTables } from '../data/big-data.ts';
import { LoadChargePoint } from '../load/load-charge-point.ts';
import { latencyOf, spread, type Latency } from '../measuring/statistics.ts';
import { newDataFolder } from '../setup/data-folder.ts';
import { durabilityOf, startSession, type RunningSession } from '../setup/fixture.ts';

const SESSIONS = 1_000_000;
const DRIVERS = 100_000;
const SAMPLES_OF_EACH = 11;
const DAYS = 250;
/** Sessions of one more day, which the incremental ledger check has to read. */
const SESSIONS_OF_A_DAY = 5_000;
const MESSAGES_OF_A_DAY = 2_000_000;
const KEPT_DAYS = 190;
const ASKED = 400;
const DELETED = 600;
const CHARGE_POINTS = 20;
const MAX_P99_MS = 50;
const MAX_FULL_SECONDS = 60;
const MAX_ONWARD_SECONDS = 2;

/**
 * Times the drivers' pages, the ledger check and the purges in tables of a million sessions and ten million samples.
 */
export const bigTables: Benchmark = async (say) => {
  const dataDir = newDataFolder();
  const env = { LOG_LEVEL: 'fatal', REQUESTS_PER_ADDRESS_MINUTE: '1000000' };
  const stack = await startDevStack({ port: 0, dataDir, fleet: 'none', env });
  const database = openDatabase(runningDatabaseUrl(dataDir) ?? '', createLog('silent'), 4);
  const client = await database.$client.connect();
  try {
    const data = { sessions: SESSIONS, drivers: DRIVERS, samplesOfEach: SAMPLES_OF_EACH, days: DAYS };
    await fillTables(client, { ...data, first: 1 }, say);
    await fillMessages(client, { messages: MESSAGES_OF_A_DAY, daysAgo: KEPT_DAYS }, say);

    const pages = await measurePages(stack.url, database);
    for (const [name, { p50Ms, p99Ms }] of Object.entries(pages)) say(`${name}: p50 ${p50Ms}, p99 ${p99Ms} ms`);

    const inFull = await secondsOfCheck(database);
    say(`the full check of the ledger takes ${inFull} s`);
    await fillTables(
      client,
      { ...data, first: SESSIONS + 1, sessions: SESSIONS_OF_A_DAY, drivers: SESSIONS_OF_A_DAY, days: 1 },
      say,
    );
    const onward = await secondsOfCheck(database);
    say(`the check that continues a day later takes ${onward} s`);

    const purges = await measurePurges(stack.url, database);
    say(`a sample is acknowledged after p99 ${purges.before.p99Ms} ms, while parts are dropped ${purges.during.p99Ms}`);

    const figure = (value: number) => spread([value], 2);
    const slow = Object.entries(pages).filter(([, { p99Ms }]) => p99Ms > MAX_P99_MS);
    return {
      rows: [
        ...Object.entries(pages).map(([name, { p99Ms }]) => ({ what: `${name}, p99 ms`, figures: figure(p99Ms) })),
        { what: 'ledger check in full, s', overTime: true, figures: figure(inFull) },
        { what: 'ledger check a day later, s', overTime: true, figures: figure(onward) },
        { what: 'a sample is acknowledged, p99 ms', figures: figure(purges.before.p99Ms) },
        { what: 'the same while parts are dropped, p99 ms', overTime: true, figures: figure(purges.during.p99Ms) },
      ],
      durability: await durabilityOf(database),
      limit: `${SESSIONS} sessions of ${DRIVERS} drivers with ${SAMPLES_OF_EACH} samples each, their transfers, invoices and holds. A driver in a hundred has a hundred sessions more.`,
      details: { pages, inFull, onward, purges },
      broken:
        slow.length > 0
          ? `${slow.map(([name]) => name).join(', ')} take more than ${MAX_P99_MS} ms`
          : inFull > MAX_FULL_SECONDS || onward > MAX_ONWARD_SECONDS
            ? 'the check of the ledger takes too long'
            : undefined,
    };
  } finally {
    client.release();
    await database.$client.end();
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

async function secondsOfCheck(database: Database): Promise<number> {
  const from = performance.now();
  const { problems, isKept } = await checkLedger(database, LEDGER_PARTS, { now: new Date() });
  if (problems.length > 0 || !isKept) throw new Error(`The ledger does not add up: ${JSON.stringify(problems[0])}`);
  return (performance.now() - from) / 1000;
}

/** Asks for each page equally often, always as another driver. Every tenth driver has many sessions. */
async function measurePages(url: string, database: Database): Promise<Record<string, Latency>> {
  const { rows: drivers } = await database.$client.query<{ id: string; session: string }>(
    `select d.id, s.session from generate_series(1, 2 * $1) n
       join drivers d on d.mobile = (7000000000 + case when n % 10 = 0 then n / 10 else 1000 + n * 41 end)::text
       cross join lateral (select max(booking_id) as session from charging_sessions where driver_id = d.id) s
     where s.session is not null order by n limit $1`,
    [ASKED + DELETED],
  );
  const tokens = drivers.map(() => newSecret());
  await database.$client.query(
    `insert into tokens (token_hash, driver_id, created_at, used_at, expires_at)
     select hash, driver_id, now(), now(), now() + interval '1 day' from unnest($1::text[], $2::bigint[]) t (hash, driver_id)`,
    [tokens.map(hashOf), drivers.map(({ id }) => id)],
  );
  async function measure(
    from: number,
    count: number,
    ask: (session: string) => [path: string, body?: object],
  ): Promise<Latency> {
    const times: number[] = [];
    for (let nth = from; nth < from + count; nth += 1) {
      const [path, body] = ask(drivers[nth]?.session ?? '');
      const headers = { authorization: `Bearer ${tokens[nth]}`, ...(body && { 'content-type': 'application/json' }) };
      const begun = performance.now();
      const answer = await fetch(`${url}/api-v1/user${path}`, {
        headers,
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      const { success, message } = (await answer.json()) as { success: boolean; message?: string };
      times.push(performance.now() - begun);
      if (!success) throw new Error(`${path} was answered ${answer.status}: ${message}`);
    }
    return latencyOf(times);
  }
  // A first read comes from the disk, so it is not measured.
  await measure(0, ASKED, () => ['/charging-session-list?limit=20']);
  return {
    'list of sessions': await measure(0, ASKED, () => ['/charging-session-list?limit=20']),
    'list of sessions without pages': await measure(0, ASKED, () => ['/charging-session-list']),
    'one session': await measure(0, ASKED, (session) => [`/payment-details?payment_id=${session}`]),
    'samples of a session': await measure(0, ASKED, (session) => [`/charging-samples?booking_id=${session}`]),
    'wallet with history': await measure(0, ASKED, () => ['/get-wallet?history=true&limit=20']),
    'deletion of an account': await measure(ASKED, DELETED, () => ['/delete-account', { give_up_balance: true }]),
  };
}

/** Times the acknowledgement of samples, before and during a purge of months of samples and a day of messages. */
async function measurePurges(
  url: string,
  database: Database,
): Promise<{ before: Latency; during: Latency; purgeMs: number[] }> {
  const sessions: RunningSession[] = [];
  for (let number = 1; number <= CHARGE_POINTS; number += 1) sessions.push(await startSession(url, database, number));
  const chargePoints = await Promise.all(sessions.map((session) => new LoadChargePoint(session).open()));
  let times: number[] = [];
  const end = new AbortController();
  const charging = chargePoints.map(async (chargePoint, index) => {
    for (let wh = 1; !end.signal.aborted; wh += 1) {
      const sampledValue = [
        { value: String(wh), measurand: 'Energy.Active.Import.Register' as const, unit: 'Wh' as const },
      ];
      const begun = performance.now();
      await chargePoint.call('MeterValues', {
        connectorId: 1,
        transactionId: sessions[index]?.transactionId ?? 0,
        meterValue: [{ timestamp: new Date().toISOString(), sampledValue }],
      });
      times.push(performance.now() - begun);
      await pause(50);
    }
  });
  await pause(10_000);
  const before = latencyOf(times);
  times = [];
  const now = new Date();
  const purgeMs = [];
  for (const purge of [
    () => purgeSamples(database, { now, days: KEPT_DAYS }),
    () => purgeMessages(database, { now: new Date(now.getTime() - DAY_MS), days: 30 }),
  ]) {
    const begun = performance.now();
    await purge();
    purgeMs.push(Math.round(performance.now() - begun));
  }
  const during = latencyOf(times);
  end.abort();
  await Promise.all(charging);
  await Promise.all(chargePoints.map((chargePoint) => chargePoint.close()));
  return { before, during, purgeMs };
}
