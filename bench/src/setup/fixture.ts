import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { socketEvent } from '@bijli/contract/realtime';
import { startDevStack, type DevStack } from '@bijli/dev-stack/dev-stack';
import { openDatabase, type Database } from '@bijli/server/db/database';
import { runningDatabaseUrl } from '@bijli/server/db/embedded';
import { DAY_MS } from '@bijli/server/kernel/durations';
import { hashOf, newSecret } from '@bijli/server/kernel/ids';
import { createLog } from '@bijli/server/kernel/log';
import * as accounts from '@bijli/server/modules/accounts/accounts.store';
import { registerChargePoint } from '@bijli/server/modules/network/index';
import { creditTopUp } from '@bijli/server/modules/wallet/credit';
import { LoadChargePoint, type ChargePointAddress } from '../load/load-charge-point.ts';
import { newDataFolder } from './data-folder.ts';

const STATION = 'bijli-hub-indiranagar-bengaluru';
const UNITS = 40;
const WALLET_PAISE = 500_000;
const NOT_HEARD_OF_YET = new Set(['charger_offline', 'connector_busy']);
const PRESS_AGAIN_MS = 100;

/** A running session, with the data of its charge point and its driver. */
export interface RunningSession extends ChargePointAddress {
  transactionId: number;
  bookingId: string;
  /** Time from the driver's request until the server reported the start. */
  startMs: number;
  /** `over` is the name of the event at the end of the session. */
  screen: { url: string; token: string; event: string; over: string };
}

export interface BenchFixture {
  stack: DevStack;
  database: Database;
  sessions: RunningSession[];
  /** The durability settings of the database, as SHOW returned them. */
  durability: Record<string, string>;
  close(): Promise<void>;
}

/**
 * Starts the real server as a process with its own PostgreSQL in a new folder, and `count` real sessions: each has a
 * driver with money, a hold, a start over HTTP, and a transaction of its charge point. `env` adds environment variables
 * for the server.
 */
export async function benchFixture(count: number, env: Record<string, string> = {}): Promise<BenchFixture> {
  const dataDir = newDataFolder();
  const stack = await startDevStack({ port: 0, dataDir, fleet: 'none', env: { LOG_LEVEL: 'fatal', ...env } });
  const database = openDatabase(runningDatabaseUrl(dataDir) ?? '', createLog('silent'), 2);
  const close = async (): Promise<void> => {
    await database.$client.end();
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const sessions: RunningSession[] = [];
    for (let number = 1; number <= count; number += 1) sessions.push(await startSession(stack.url, database, number));
    return { stack, database, sessions, durability: await durabilityOf(database), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Starts a real session with driver, hold and charge point. The driver may be at another node than the charge point.
 */
export async function startSession(
  url: string,
  database: Database,
  number: number,
  driversUrl = url,
): Promise<RunningSession> {
  const now = new Date();
  const id = `BENCH-${number}`;
  const password = newSecret();
  const connectors = [{ type: 'CCS2', ratedW: 60_000 }];
  await registerChargePoint(database, now, {
    stationId: STATION,
    chargePointId: id,
    name: id,
    connectors,
    secret: password,
    pricePaisePerKwh: number === 1 ? 2_000 : undefined,
  });
  const token = await payingDriver(database, number, now);
  const chargePoint = new LoadChargePoint({ url: `${url.replace('http', 'ws')}/ocpp`, id, password });
  const asked = new Promise<string>((resolve) => {
    chargePoint.onCommand = (action, payload) => {
      if (action === 'RemoteStartTransaction') resolve(String(payload['idTag']));
    };
  });
  await chargePoint.open();
  await chargePoint.call('BootNotification', { chargePointVendor: 'Bijli', chargePointModel: 'Bench' });
  await chargePoint.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' });
  const { bookingId, startMs } = await pressStart(driversUrl, token, id);
  const begin = { connectorId: 1, idTag: await asked, meterStart: 0, timestamp: new Date().toISOString() };
  const { transactionId } = await chargePoint.call('StartTransaction', begin);
  await chargePoint.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Charging' });
  await chargePoint.close();
  return {
    url: `${url.replace('http', 'ws')}/ocpp`,
    id,
    password,
    transactionId: Number(transactionId),
    bookingId,
    startMs,
    screen: {
      url: driversUrl,
      token,
      event: socketEvent.meterValue(id, 1),
      over: socketEvent.stop(bookingId),
    },
  };
}

async function press(url: string, token: string, what: 'remote-start' | 'remote-stop', body: object) {
  const answer = await fetch(`${url}/api-v1/user/transaction/${what}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as { success: boolean; message: string; code?: string; invoice_number?: string };
}

/** If the driver's node does not know the charge point yet, the start is tried again. */
async function pressStart(url: string, token: string, id: string): Promise<{ bookingId: string; startMs: number }> {
  const body = {
    charge_type: 'units',
    charging_value: UNITS,
    charger_id: id,
    connector_id: '1',
    oem_connector_number: 1,
  };
  for (;;) {
    const from = performance.now();
    const {
      success,
      message,
      code = '',
      invoice_number: bookingId = '',
    } = await press(url, token, 'remote-start', body);
    if (success) return { bookingId, startMs: performance.now() - from };
    if (!NOT_HEARD_OF_YET.has(code)) throw new Error(`A charge could not be started: ${message}`);
    await pause(PRESS_AGAIN_MS);
  }
}

/** Stops a session as its driver. */
export async function stopSession({ bookingId, screen: { url, token } }: RunningSession): Promise<void> {
  const { success, message } = await press(url, token, 'remote-stop', { transaction_id: bookingId });
  if (!success) throw new Error(`A charge could not be stopped: ${message}`);
}

/** Creates a driver with money. The token is made directly, because one-time codes are not measured here. */
async function payingDriver(database: Database, number: number, now: Date): Promise<string> {
  const token = newSecret();
  await database.transaction(async (tx) => {
    const { id: driverId } = await accounts.findOrInsertDriver(tx, String(9_000_000_000 + number), now);
    const expiresAt = new Date(now.getTime() + DAY_MS);
    await accounts.insertSignIn(tx, { tokenHash: hashOf(token), driverId, createdAt: now, usedAt: now, expiresAt });
    const payment = { provider: 'phonepe' as const, providerPaymentId: `bench-${number}`, txnId: `bench-${number}` };
    await creditTopUp(tx, { driverId, ...payment, amountPaise: WALLET_PAISE }, now);
  });
  return token;
}

/** Reads the durability settings of the database with SHOW. */
export async function durabilityOf(database: Database): Promise<Record<string, string>> {
  const names = ['server_version', 'fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method'];
  const settings = await Promise.all(
    names.map(async (name) => {
      const { rows } = await database.$client.query<Record<string, string>>(`show ${name}`);
      return [name, rows[0]?.[name] ?? '?'];
    }),
  );
  return Object.fromEntries(settings) as Record<string, string>;
}
