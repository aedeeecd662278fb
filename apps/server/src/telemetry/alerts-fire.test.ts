import { mkdirSync, mkdtempSync, chmodSync, readdirSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client as PgClient } from 'pg';
import { expect, test } from 'vitest';
import type { ChargePoint } from '@bijli/charge-point/charge-point';
import { parseConfig } from '#config/config.ts';
import { spoolFolder } from '#db/embedded/embedded-archive.ts';
import { systemClock, TestClock } from '#kernel/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
import { createLog } from '#kernel/log.ts';
import { createMetrics } from '#telemetry/metrics.ts';
import { STATION, testApp } from '#testing/app.ts';
import { atEnd } from '#testing/at-end.ts';
import { fastStart, startOn } from '#testing/bare-transaction.ts';
import { type BareChargePoint, connectedChargePoint } from '#testing/charge-point-fixture.ts';
import { eventually } from '#testing/eventually.ts';
import { alertNames, hasPromtool, findWrongAlerts, type AlertScenario } from '#testing/promtool.ts';
import { openBackups, type Backups } from '../backup/backups.ts';
import { startOwnDatabase } from '../backup/own-database.ts';
import { registerGauges } from '../gauges.ts';

const CAR = { batteryWh: 60_000, soc: 40, maxPowerW: 150_000 };
const [, slow] = STATION.chargers;
const OTHERS = Array.from(
  { length: 10 },
  (_, index) => ({ ...slow, id: `SLOW-${index + 2}` }) as (typeof STATION.chargers)[0],
);
const log = createLog('silent');
const ago = (ms: number): Date => new Date(Date.now() - ms);

// Its time stands still: nobody looks after what is planted here before it is read.
const clock = new TestClock(new Date().toISOString());
const { app, url, database, driver, chargePoint } = await testApp({
  log,
  clock,
  chargers: [...STATION.chargers, ...OTHERS],
});
const { modules } = app;
const query = (text: string, values: unknown[] = []) => database.$client.query(text, values);

const home = mkdtempSync(join(tmpdir(), 'bijli-alerts-'));
// The embedded database runs as another user.
chmodSync(home, 0o711);
const [dataDir, kept] = [join(home, 'data'), join(home, 'kept')];
mkdirSync(kept);
const config = parseConfig({ DATA_DIR: dataDir, BACKUP_TO: kept });
const own = await startOwnDatabase(config, log);
atEnd(async () => {
  await own.stop();
  rmSync(home, { recursive: true, force: true });
});
let backups: Pick<Backups, 'readGauges'> = own.backups ?? expect.fail();
const backupMetrics = createMetrics({ log });
const sources = { ...modules, backups: { readGauges: () => backups.readGauges() } };
atEnd(registerGauges(backupMetrics, sources, { database, clock: systemClock }));

/** What a server tells that keeps backups, which the one of the tests has no need of. */
async function told(): Promise<string> {
  const [all, more] = await Promise.all([modules.metrics.read(), backupMetrics.read()]);
  return [all, ...(more.match(/^bijli_backup.*$/gm) ?? [])].join('\n');
}

const courses: AlertScenario[] = [];
/** Plants a fault, reads what the server then tells, and takes the fault away. */
async function planted(
  alert: string,
  { minutes, told: figure }: Pick<AlertScenario, 'minutes' | 'told'>,
  plant: () => Promise<unknown>,
  mend: () => Promise<unknown> = async () => {},
): Promise<void> {
  // How late tasks come is told since the last reading.
  await told();
  await pause(20);
  const before = await told();
  await plant();
  courses.push({ alert, before, after: await told(), minutes, ...(figure && { told: figure }) });
  await mend();
}

const links: ChargePoint[] = [];

test.runIf(hasPromtool)('each planted fault fires its own alert and no other', { timeout: 120_000 }, async () => {
  // Nothing was ever checked. The first reading also has the delays of the server's own start, which may be long.
  await told();
  await pause(20);
  const unproven = await told();
  courses.push({ alert: 'BijliLedgerNotProven', before: unproven, after: unproven, minutes: 2 * 60 + 1 });
  await modules.ledgerJob.check();
  for (const { id } of [...STATION.chargers, ...OTHERS.slice(0, -1)]) links.push(await chargePoint(id));
  const drivers = [await driver('9300000001', 2000), await driver('9300000002', 2000)];
  await ofCharges(drivers);
  await ofPayments(drivers);
  await ofChargePoints(drivers);
  await ofBackups();
  await ofTheBooks();
  await planted('BijliSlow', { minutes: 6 }, async () => {
    const until = performance.now() + 700;
    while (performance.now() < until);
    await pause(20);
  });
  await ofCallersWaiting();
  // How many are dead is counted now and then: from here on one is.
  await ofJobs();
  await app.close();
  expect(await fetch(`${url}/metrics`).catch(() => 'no answer')).toBe('no answer');
  courses.push({ alert: 'BijliDown', before: courses[0]?.before ?? '', after: undefined, minutes: 3, told: 'up' });
  expect(new Set(courses.map(({ alert }) => alert))).toEqual(new Set(alertNames));
  expect(findWrongAlerts(courses)).toBe('');
});

type Drivers = Awaited<ReturnType<typeof driver>>[];

async function ofCharges([one]: Drivers): Promise<void> {
  links[0]?.plug(1, CAR);
  await one?.ask('remoteStart', { body: fastStart(1) });
  const state = async () => (await query('select state from charging_sessions')).rows[0]?.state as string;
  await eventually(async () => expect(await state()).toBe('charging'));
  const set = (text: string, ...values: unknown[]) => query(`update charging_sessions set ${text}`, values);
  await planted(
    'BijliSessionsStuck',
    { minutes: 6 },
    () => set(`state = 'stopping', stop_requested_at = $1`, ago(20 * MINUTE_MS)),
    () => set(`state = 'charging', stop_requested_at = null`),
  );
  links[0]?.unplug(1);
  await eventually(async () => expect(await state()).toBe('completed'));
  await planted(
    'BijliProvisionalEnds',
    { minutes: 1 },
    () => set('provisional = true, ended_at = $1', ago(DAY_MS + HOUR_MS)),
    () => set('provisional = false'),
  );
}

async function ofPayments([one]: Drivers): Promise<void> {
  await planted(
    'BijliPaymentOpen',
    { minutes: 6 },
    async () => {
      const { txnId } = (await one?.ask('initiatePayment', { body: { amount: 100 } })) ?? expect.fail();
      await query('update payment_intents set created_at = $1 where txn_id = $2', [ago(3 * HOUR_MS), txnId]);
    },
    () => query(`update payment_intents set next_check_at = null, state = 'expired' where state = 'pending'`),
  );
  await planted(
    'BijliRefundLate',
    { minutes: 6 },
    () =>
      query(
        `insert into refunds (refund_id, key, txn_id, provider, provider_payment_id, amount_paise, was_credited, reason, state, created_at, next_try_at)
         select 'R-1', 'R-1', txn_id, provider, provider_payment_id, 100, false, 'test', 'pending', $1, now() from payment_intents
         where state = 'completed' limit 1`,
        [ago(2 * HOUR_MS)],
      ),
    () => query('delete from refunds'),
  );
}

async function ofJobs(): Promise<void> {
  await planted(
    'BijliJobsLate',
    { minutes: 6 },
    () =>
      query(`update jobs.job set start_after = $1 where name = 'ledger-check' and state = 'created'`, [ago(HOUR_MS)]),
    () => modules.jobs.runDue('ledger-check'),
  );
  await query('alter table invoices rename to invoices_away');
  await planted('BijliJobsDead', { minutes: 6 }, async () => {
    const dead = async () => (await query(`select from jobs.job where name = 'dead'`)).rowCount;
    while ((await dead()) === 0) {
      await query(
        `update jobs.job set start_after = now() where name = 'ledger-check' and state in ('created', 'retry')`,
      );
      await modules.jobs.runDue('ledger-check');
    }
    await modules.jobs.superviseQueues();
  });
}

async function ofChargePoints([one, two]: Drivers): Promise<void> {
  await planted(
    'BijliConnectorsOut',
    { minutes: 61 },
    () =>
      query(
        `insert into connector_faults (charger_id, connector, cause, state, opened_at, failing_since, changed_at)
         values ('SLOW-1', 1, 'charger_rejected', 'out', now(), now(), now())`,
      ),
    () => query('delete from connector_faults'),
  );
  await planted(
    'BijliCertificatesEnding',
    { minutes: 61 },
    () =>
      query(
        `insert into charger_certificates (serial, charger_id, name, key_hash, fingerprint, certificate, valid_from, valid_until, seen_at)
         values ('01', 'SLOW-1', 'SLOW-1', 'k', 'f', 'c', $1, $2, $1)`,
        [ago(30 * DAY_MS), ago(-3 * DAY_MS)],
      ),
    () => query('delete from charger_certificates'),
  );
  const bare = await unable('SLOW-11');
  const refusedTo = async (who: Drivers[0] | undefined, times: number) => {
    const asked = who?.call('remoteStart', { body: startOn('SLOW-11', 1, 1) });
    bare.say([4, (await bare.wasAsked('RemoteStartTransaction', times)).id, 'InternalError', '', {}]);
    expect(await asked).toMatchObject({ code: expect.any(String) });
  };
  // A rate begins with the first.
  await refusedTo(one, 1);
  await planted('BijliCommandsFail', { minutes: 27 }, () => refusedTo(two, 2));
  await planted('BijliChargersLost', { minutes: 3 }, async () => {
    await Promise.all(links.slice(8).map((link) => link.close()));
    await eventually(async () => expect(await told()).toMatch(/^bijli_charge_point_links\S* 9$/m));
  });
}

/** A charge point that answers as the test has it answer, free and ready. */
async function unable(id: string): Promise<BareChargePoint> {
  const bare = await connectedChargePoint(url, id);
  atEnd(() => bare.socket.terminate());
  await bare.boot();
  await bare.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' });
  return bare;
}

async function ofBackups(): Promise<void> {
  const spool = spoolFolder(dataDir);
  const atHand = backups;
  await planted(
    'BijliBackupBehind',
    { minutes: 3 },
    async () => {
      renameSync(kept, `${kept}-away`);
      const database_ = new PgClient({ connectionString: own.url });
      await database_.connect();
      await database_.query('create table said (word text)');
      await database_.query('select pg_switch_wal()');
      await database_.end();
      const waiting = () => readdirSync(spool).filter((name) => name !== 'system');
      await eventually(async () => {
        expect(waiting()).not.toEqual([]);
        await expect(own.backups?.ship()).rejects.toThrow();
      });
      for (const name of waiting()) utimesSync(join(spool, name), ago(10 * MINUTE_MS), ago(10 * MINUTE_MS));
    },
    async () => {
      renameSync(`${kept}-away`, kept);
      await own.backups?.ship();
    },
  );
  await planted(
    'BijliBackupOld',
    { minutes: 1 },
    async () => {
      const { backup = expect.fail() } = config;
      const longAgo = { now: () => ago(40 * HOUR_MS) };
      backups = await openBackups({ config: backup, dataDir, url: own.url, clock: longAgo, log });
    },
    async () => {
      backups = atHand;
    },
  );
}

/** More callers than connections. They are let go as soon as the reading has begun, which needs connections itself. */
async function ofCallersWaiting(): Promise<void> {
  const { $client } = database;
  await planted('BijliSlow', { minutes: 6 }, async () => {
    const callers = Array.from({ length: 30 }, () => $client.connect());
    expect(await Promise.race([Promise.all(callers), pause(50, 'some wait')])).toBe('some wait');
    setTimeout(() => callers.forEach((caller) => void caller.then((client) => client.release())), 300);
  });
}

/** Changes what nobody may change. */
async function forced(table: string, text: string, values: unknown[] = []): Promise<void> {
  await query(`alter table ${table} disable trigger user`);
  await query(text, values);
  await query(`alter table ${table} enable trigger user`);
}

async function ofTheBooks(): Promise<void> {
  await modules.ledgerJob.check();
  await planted(
    'BijliLedgerNotProven',
    { minutes: 2 * 60 + 1, told: 'bijli_ledger_proof_age_seconds' },
    () => forced('ledger_proofs', 'update ledger_proofs set proven_at = $1', [ago(4 * HOUR_MS)]),
    () => modules.ledgerJob.check(),
  );
  await planted(
    'BijliLedgerDoesNotAddUp',
    { minutes: 1, told: 'bijli_ledger_problems' },
    async () => {
      // A series that has lost its only document.
      await query(`insert into invoice_counters (series, financial_year, last) values ('EV', '2627', 1)`);
      await modules.ledgerJob.check();
    },
    async () => {
      await forced('invoice_counters', `delete from invoice_counters where series = 'EV'`);
      await modules.ledgerJob.check();
    },
  );
}
