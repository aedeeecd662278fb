import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, test, vi } from 'vitest';
import { chargePrice } from '@bijli/contract/charge-estimate';
import { socketEvent, liveMeterValue, transactionStop } from '@bijli/contract/realtime';
import { ledgerCheck as ledgerCheckCommand } from '@bijli/server/cli/commands/ledger-check';
import { parseConfig } from '@bijli/server/config';
import { openDatabase, type Database } from '@bijli/server/db/database';
import { runningDatabaseUrl } from '@bijli/server/db/embedded';
import { SECOND_MS } from '@bijli/server/kernel/durations';
import { createLog } from '@bijli/server/kernel/log';
import { fleetOf } from '@bijli/server/seed/demo-fleet';
import { atEnd } from '@bijli/server/testing/at-end';
import { databaseFolder } from '@bijli/server/testing/database-folder';
import { copyDemoData, makeDemoData } from './demo-data.ts';
import { startDevStack, type DevStack } from './dev-stack.ts';
import { signIn, type Driver, type LiveSocket, type Place } from './driver.ts';
import { fastConnectors } from './fast-connectors.ts';
import { startChargePoint, type ChargePointProcess } from './parts/charge-point-process.ts';

const CLI = fileURLToPath(import.meta.resolve('@bijli/server/cli'));
const RUPEES = 500;
/** Longer than a server, its database and a charge point need to reconnect on a busy machine. */
export const PATIENCE = { timeout: 40_000, interval: 100 };
/** Time for the first start of a server on a very busy machine. */
const FIRST_START = { timeout: 90 * SECOND_MS, interval: 50 };

/** `npm test` kills at two places of a kind. `npm run test:full -- kills` kills at all. */
export const testInFull = test.runIf(process.env['KILLS'] !== undefined);

/** A charge point of the demo network that no other test uses, in its own process, online with a car plugged in. */
type OwnChargePoint = ChargePointProcess & { place: Place };

export interface RunningSession {
  driver: Driver;
  chargePoint: OwnChargePoint;
  live: LiveSocket;
  bookingId: string;
  /** Waits for a reading on the screen that was taken after `since` and has energy in it. */
  flows(since?: number): Promise<unknown>;
  /** The driver stops the session and is told of its end, and all records agree. */
  endsSettled(): Promise<void>;
}

export interface StackFixture {
  stack: DevStack;
  /** Address for drivers. */
  url: string;
  dataDir: string;
  chargePoint(): Promise<OwnChargePoint>;
  /** Creates a driver with a vehicle and 500 rupees. */
  driver(): Promise<Driver>;
  /** Starts a session of 10 units with a driver and a charge point of its own. Resolves when the screen shows it. */
  runningSession(): Promise<RunningSession>;
  /**
   * Waits for the end of a session and proves that meter, invoice, wallet, samples and ledger agree. Resolves with the
   * last reading.
   */
  proveSettled(
    driver: Driver,
    bookingId: string,
    chargePoint: ChargePointProcess,
  ): Promise<{ endedAt: string; energyWh: number }>;
}

/** Creates a data folder that the database's user can reach. It is deleted when the file is done. */
export function dataFolder(): string {
  const folder = databaseFolder('world');
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The same for stacks whose first start is not tested: a demo without drivers has run in it before. */
export async function usedDataFolder(): Promise<string> {
  const folder = dataFolder();
  copyDemoData(await demoData(inject('runFolder')), folder);
  return folder;
}

/** The folder to copy. The first test file of the run that asks makes it. */
async function demoData(runFolder: string): Promise<string> {
  const ready = join(runFolder, 'demo');
  if (isFirst(`${ready}.first`)) await makeDemoData(ready);
  else await vi.waitUntil(() => existsSync(ready), FIRST_START);
  return ready;
}

/** True if no other test file of the run has created this folder. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

interface StageOptions {
  /** The database behind `DATABASE_URL`, without what a test puts in front of it. */
  databaseUrl?: string;
  /** Returns the address that charge points and drivers use for the server at this address. */
  front?: (url: string) => Promise<string>;
}

/**
 * Starts the stack without its fleet, as processes, and ends it when the file is done. `more`: environment for the
 * server.
 */
export async function stackFixture(
  more: Record<string, string> = {},
  { databaseUrl, front }: StageOptions = {},
): Promise<StackFixture> {
  const dataDir = 'DATABASE_URL' in more ? dataFolder() : await usedDataFolder();
  const env = { LOG_LEVEL: 'fatal', METER_SAMPLE_SECONDS: '1', ...more };
  const stack = await startDevStack({ port: 0, dataDir, fleet: 'none', env });
  const url = (await front?.(stack.url)) ?? stack.url;
  const chargePoints: ChargePointProcess[] = [];
  const places = fastConnectors(150);
  let drivers = 0;
  atEnd(async () => {
    await Promise.all(chargePoints.map((chargePoint) => chargePoint.quit()));
    await stack.stop();
  });

  const fixture: StackFixture = {
    stack,
    url,
    dataDir,

    async chargePoint() {
      const place = places[chargePoints.length];
      const spec = fleetOf().find(({ id }) => id === place?.chargePointId);
      if (!place || !spec) throw new Error('The demo network has no charger left.');
      const chargePoint = startChargePoint(url, spec, join(dataDir, `${spec.id}.jsonl`));
      chargePoints.push(chargePoint);
      await chargePoint.said(/ online$/);
      return { ...chargePoint, place };
    },

    async driver() {
      drivers += 1;
      const driver = await signIn(url, String(9_800_000_000 + drivers));
      await driver.addVehicle(`KA01AB${1000 + drivers}`);
      await driver.topUp(RUPEES);
      return driver;
    },

    runningSession: () => startRunningSession(fixture),

    proveSettled: (driver, bookingId, chargePoint) =>
      proveSettled(databaseUrl ?? runningDatabaseUrl(dataDir) ?? '', { driver, bookingId, chargePoint }),
  };
  return fixture;
}

/**
 * The link of a charge point is there a moment before the status of its connectors, so the start is repeated until it
 * succeeds.
 */
export async function startWhenFree(driver: Driver, { place }: OwnChargePoint, units: number): Promise<string> {
  const start = (): Promise<string | undefined> => driver.start(place, units).catch(notYetFree);
  return vi.waitUntil(start, PATIENCE);
}

async function startRunningSession(fixture: StackFixture): Promise<RunningSession> {
  const [driver, chargePoint] = await Promise.all([fixture.driver(), fixture.chargePoint()]);
  const live = await driver.live();
  const bookingId = await startWhenFree(driver, chargePoint, 10);
  const reading = socketEvent.meterValue(chargePoint.place.chargePointId, chargePoint.place.connector);
  const flows = (since = 0) => live.saw(reading, liveMeterValue, ({ unit, at }) => unit > 0 && Date.parse(at) > since);
  await flows();
  const endsSettled = async (): Promise<void> => {
    await driver.stop(bookingId);
    await live.saw(socketEvent.stop(bookingId), transactionStop);
    await fixture.proveSettled(driver, bookingId, chargePoint);
    live.close();
  };
  return { driver, chargePoint, live, bookingId, flows, endsSettled };
}

/** Proves that meter, invoice, wallet, samples and ledger agree on an ended session. */
async function proveSettled(
  databaseUrl: string,
  { driver, bookingId, chargePoint }: { driver: Driver; bookingId: string; chargePoint: ChargePointProcess },
): Promise<{ endedAt: string; energyWh: number }> {
  const invoice = await vi.waitUntil(async () => {
    const now = await driver.invoice(bookingId);
    return now.status === 'completed' && now;
  }, PATIENCE);
  const kept = await keptOf(databaseUrl, bookingId);
  const last = await vi.waitUntil(
    () =>
      chargePoint
        .journal()
        .find(({ transactionId, context }) => transactionId === kept.transactionId && context === 'Transaction.End'),
    PATIENCE,
  );
  const metered = chargePoint.journal().filter(({ transactionId }) => transactionId === kept.transactionId);
  const deliveredWh = last.registerWh - kept.meterStartWh;
  // Nothing could stop the charge point while the server was dead. The driver does not pay for what flowed then.
  const energyWh = Math.min(deliveredWh, kept.boughtWh + Math.max(50, Math.floor(kept.boughtWh / 50)));
  const price = chargePrice(energyWh, Math.round((invoice.price_per_unit ?? 0) * 100));
  const { balance, held, payment_history: history } = await driver.wallet();
  const debits = history.filter(({ type }) => type === 'dr');

  expect(energyWh).toBeGreaterThan(0);
  expect(kept.disputedWh).toBe(deliveredWh - energyWh);
  expect(Math.round(invoice.units_consumed * 1000)).toBe(energyWh);
  expect(paise(invoice.total_amount)).toBe(price.totalPaise);
  expect(debits.map(({ total_amount: amount }) => paise(amount))).toEqual([price.totalPaise]);
  expect({ balance: paise(balance), held: paise(held ?? 0) }).toEqual({
    balance: RUPEES * 100 - price.totalPaise,
    held: 0,
  });
  expect(invoice.end_date_time).toBe(last.at);
  expect(kept.invoices).toEqual([{ number: invoice.invoice_number, energyWh, totalPaise: price.totalPaise }]);
  expect(kept.samples).toEqual(metered.map(({ at, registerWh }) => ({ at, registerWh })));
  expect(await ledgerCheckOutput(databaseUrl)).toEqual(['The ledger adds up.']);
  return { endedAt: last.at, energyWh };
}

/** Takes a lock in the database. `held` resolves when a transaction waits for it. */
export async function holdLock(
  dataDir: string,
  lock: string,
): Promise<{ held: Promise<unknown>; letGo(): Promise<void> }> {
  const database = openDatabase(runningDatabaseUrl(dataDir) ?? '', createLog('silent'), 2);
  const holder = await database.$client.connect();
  await holder.query('begin');
  await holder.query(lock);
  const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and query !~ 'meter_samples'";
  return {
    held: vi.waitUntil(async () => (await database.$client.query(waiting)).rowCount === 1, PATIENCE),
    async letGo() {
      holder.release(true);
      await database.$client.end();
    },
  };
}

/** Queries the database directly. Resolves with the rows. */
export async function rowsOf<Row extends object>(
  databaseUrl: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return withDatabase(databaseUrl, async ({ $client }) => (await $client.query<Row>(statement, values)).rows);
}

/** The result of `ledger check --full`, without a separate process. */
export async function ledgerCheckOutput(databaseUrl: string): Promise<string[]> {
  return withDatabase(databaseUrl, async (database) => {
    const said: string[] = [];
    const context = { database, config: parseConfig({}), now: new Date(), progress: () => {}, record: async () => {} };
    await ledgerCheckCommand.parse(['--full'])({ ...context, say: (line) => said.push(line) });
    return said;
  });
}

/** `npm run ledger:check -- --full`, without npm. */
export async function ledgerCheck(dataDir: string, more: object = {}): Promise<{ code: number; said: string }> {
  return new Promise((answer) => {
    const env = { ...process.env, DATA_DIR: dataDir, ...more };
    const check = execFile(process.execPath, [CLI, 'ledger', 'check', '--full'], { env }, (_error, out, err) => {
      answer({ code: check.exitCode ?? -1, said: out + err });
    });
  });
}

async function withDatabase<Answer>(url: string, task: (database: Database) => Promise<Answer>): Promise<Answer> {
  const database = openDatabase(url, createLog('silent'), 1);
  try {
    return await task(database);
  } finally {
    await database.$client.end();
  }
}

/** What the database has stored of a session. */
async function keptOf(databaseUrl: string, bookingId: string) {
  const [session] = await rowsOf<{ id: number; meter: number; bought: number; disputed: number }>(
    databaseUrl,
    `select transaction_id as id, meter_start_wh::int as meter, limit_wh::int as bought, disputed_wh::int as disputed
     from charging_sessions where booking_id = $1`,
    [bookingId],
  );
  if (!session) throw new Error(`There is no charge ${bookingId}.`);
  const samples = await rowsOf<{ at: Date; wh: number }>(
    databaseUrl,
    'select sampled_at as at, register_wh::int as wh from meter_samples where transaction_id = $1 order by sampled_at',
    [session.id],
  );
  const invoices = await rowsOf<{ number: string; energyWh: number; totalPaise: number }>(
    databaseUrl,
    'select number, energy_wh as "energyWh", total_paise::int as "totalPaise" from invoices where reference = $1',
    [bookingId],
  );
  return {
    transactionId: session.id,
    meterStartWh: session.meter,
    boughtWh: session.bought,
    disputedWh: session.disputed,
    samples: samples.map(({ at, wh }) => ({ at: at.toISOString(), registerWh: wh })),
    invoices,
  };
}

function paise(rupees: number): number {
  return Math.round(rupees * 100);
}

function notYetFree(error: Error): undefined {
  if (!error.message.includes('connector_busy')) throw error;
}
