import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { openDatabase } from '@bijli/server/db/database';
import { runningDatabaseUrl, startEmbeddedPostgres } from '@bijli/server/db/embedded';
import { reachableData } from '@bijli/server/db/embedded-paths';
import { createLog } from '@bijli/server/kernel/log';
import { fleetOf } from '@bijli/server/seed/demo-fleet';
import { BareChargePoint } from '@bijli/server/testing/charge-point-fixture';
import { startDevStack, type DevStack } from '../dev-stack.ts';
import { signIn, type Driver, type Place } from '../driver.ts';
import { fastConnectors } from '../fast-connectors.ts';
import { countRows, dump } from './database-dump.ts';

/**
 * Makes the fixture for testing the next release: a data folder and a dump of this release, with a finished session, a
 * session that was closed without its charge point's report, a running session, an unpaid top-up, an order, and a
 * refunded order. `release.json` describes them.
 *
 *   npm run release:fixture -- FOLDER
 */
const [folder = ''] = process.argv.slice(2);
const CLI = fileURLToPath(import.meta.resolve('@bijli/server/cli'));
const PRODUCT = { id: 'demo-lev-33', city: 'Bengaluru', pincode: '560001' };
const LOOK_MS = 1_000;
/** A connector that has been free again for two minutes ends its session. */
const CLOSED_WITHIN_MS = 180_000;

/** The data of the release, as its drivers and buyers saw it. */
export interface Release {
  drivers: Record<'charged' | 'provisional' | 'running', { mobile: string; balance: number; held: number }>;
  charge: SessionOfRelease & { invoice: string };
  provisional: SessionOfRelease & { invoice: string };
  running: SessionOfRelease;
  orders: Record<'paid' | 'refunded', { reference: string; url: string; state: string }>;
  unpaidTopUp: string;
  rows: Record<string, number>;
}

export interface SessionOfRelease {
  bookingId: string;
  transactionId: number;
  chargePointId: string;
  energyWh: number;
  registerWh: number;
}

if (!folder) throw new Error('Say where to: npm run release:fixture -- FOLDER');
const dataDir = mkdtempSync(join(tmpdir(), 'bijli-fixture-'));
chmodSync(dataDir, 0o711);
const env = { LOG_LEVEL: 'error', ORDERS_PER_ADDRESS_HOUR: '60' };
const stack = await startDevStack({ port: 0, dataDir, fleet: 'none', env });
try {
  const release = await liveThrough(stack);
  const database = openDatabase(runningDatabaseUrl(dataDir) ?? '', createLog('silent'), 1);
  release.rows = await countRows(database);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'dump.sql.br'), compressed(await dump(database)));
  await database.$client.end();
  await stack.stop();
  await shrink();
  // The archive has no owners: the caller gives the unpacked files to the database's user.
  const tar = spawnSync('tar', ['-C', reachableData(dataDir), '-cf', '-', 'postgres', 'postgres.password'], {
    maxBuffer: 1 << 30,
  });
  if (tar.status !== 0) throw new Error(tar.stderr.toString());
  writeFileSync(join(folder, 'data.tar.br'), compressed(tar.stdout));
  writeFileSync(join(folder, 'release.json'), `${JSON.stringify(release, undefined, 2)}\n`);
} finally {
  await stack.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(0);

async function liveThrough({ url }: DevStack): Promise<Release> {
  const [first, second, third] = fastConnectors(120);
  if (!first || !second || !third) throw new Error('The demo network has too few fast chargers.');
  const [charged, provisional, running] = [await newDriver(url, 1), await newDriver(url, 2), await newDriver(url, 3)];
  const one = await beginSession(url, charged, first, 2);
  await one.meter(10_900, 6);
  await one.chargePoint.call('StopTransaction', {
    transactionId: one.transactionId,
    meterStop: 11_250,
    timestamp: new Date().toISOString(),
    idTag: one.idTag,
    reason: 'Local',
  });
  const two = await beginSession(url, provisional, second, 3);
  await two.meter(10_600, 6);
  await two.status('Available');
  const three = await beginSession(url, running, third, 4);
  await three.meter(10_400, 6);
  const unpaid = await running.client.ask('initiatePayment', { body: { amount: 700 } });
  const paid = await placeOrder(url, 'paid');
  const refunded = await placeOrder(url, 'refunded');
  execFileSync(process.execPath, [CLI, 'orders', 'refund', refunded.reference], {
    env: { ...process.env, DATA_DIR: dataDir },
  });
  await until(async () => (await provisional.invoice(two.bookingId)).status === 'completed', CLOSED_WITHIN_MS);
  await until(async () => (await checkOne(url, refunded)).refund === 'completed', CLOSED_WITHIN_MS);
  for (const { chargePoint } of [one, two, three]) await chargePoint.close();
  const invoiceOf = async (driver: Driver, bookingId: string) => {
    const { invoice_number: invoice, units_consumed: units } = await driver.invoice(bookingId);
    return { invoice, energyWh: Math.round(units * 1000) };
  };
  const held = async (driver: Driver, mobile: string) => {
    const wallet = await driver.wallet();
    return { mobile, balance: wallet.balance, held: wallet.held ?? 0 };
  };
  return {
    drivers: {
      charged: await held(charged, mobileOf(1)),
      provisional: await held(provisional, mobileOf(2)),
      running: await held(running, mobileOf(3)),
    },
    charge: { ...one.session, ...(await invoiceOf(charged, one.bookingId)) },
    provisional: { ...two.session, ...(await invoiceOf(provisional, two.bookingId)) },
    running: { ...three.session, energyWh: 400 },
    orders: {
      paid: { ...paid, state: (await checkOne(url, paid)).state },
      refunded: { ...refunded, state: (await checkOne(url, refunded)).state },
    },
    unpaidTopUp: unpaid.txnId,
    rows: {},
  };
}

function mobileOf(place: number): string {
  return String(9_700_000_000 + place);
}

async function newDriver(url: string, place: number): Promise<Driver> {
  const driver = await signIn(url, mobileOf(place));
  await driver.client.ask('updateUser', { body: { name: `Driver ${place}`, email: `driver${place}@bijli.example` } });
  await driver.addVehicle(`KA01AB${1000 + place}`);
  await driver.topUp(500);
  return driver;
}

/** Starts a session at register 10,000 Wh, on a charge point that sends only what it is told to. */
async function beginSession(url: string, driver: Driver, place: Place, units: number) {
  const { chargePointId, connector } = place;
  const password = fleetOf().find(({ id }) => id === chargePointId)?.password ?? '';
  const chargePoint = await new BareChargePoint(`${url.replace('http', 'ws')}/ocpp/${chargePointId}`, {
    password,
  }).open();
  chargePoint.socket.on('message', (data: Buffer) => {
    const [type, id, action] = JSON.parse(data.toString()) as [number, string, string];
    if (type === 2) chargePoint.say([3, id, action === 'GetConfiguration' ? {} : { status: 'Accepted' }]);
  });
  const status = (word: string) =>
    chargePoint.call('StatusNotification', { connectorId: connector, errorCode: 'NoError', status: word });
  await chargePoint.call('BootNotification', { chargePointVendor: 'Fixture', chargePointModel: 'F1' });
  await status('Available');
  const booking = driver.start(place, units);
  const { payload } = await chargePoint.wasAsked('RemoteStartTransaction');
  const { idTag } = payload as { idTag: string };
  const bookingId = await booking;
  await status('Preparing');
  const answer = await chargePoint.call('StartTransaction', {
    connectorId: connector,
    idTag,
    meterStart: 10_000,
    timestamp: new Date().toISOString(),
  });
  const { transactionId } = answer[2] as { transactionId: number };
  await status('Charging');
  const registers = { last: 10_000 };
  return {
    chargePoint,
    bookingId,
    transactionId,
    idTag,
    status,
    session: { bookingId, transactionId, chargePointId, registerWh: 10_000 },

    /** Sends samples a minute apart up to this register, the last of them with the present time. */
    async meter(registerWh: number, samples: number) {
      const from = registers.last;
      for (let nth = 1; nth <= samples; nth += 1) {
        const value = Math.round(from + ((registerWh - from) * nth) / samples);
        await pause(300);
        await chargePoint.call('MeterValues', {
          connectorId: connector,
          transactionId,
          meterValue: [{ timestamp: new Date().toISOString(), sampledValue: [{ value: String(value) }] }],
        });
      }
      registers.last = registerWh;
    },
  };
}

async function placeOrder(url: string, key: string): Promise<{ reference: string; url: string }> {
  const product = (await (await fetch(`${url}/api-v1/product/details/${PRODUCT.id}`)).json()) as {
    price: number;
    discount_price?: number | null;
    product_name: string;
  };
  const price = product.discount_price ?? product.price;
  const answer = await fetch(`${url}/api-v1/open/order/checkout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Asha Rao',
      email: 'asha@bijli.example',
      mobile: '9876543210',
      address: '1 Test Road',
      city: PRODUCT.city,
      pincode: PRODUCT.pincode,
      product_id: PRODUCT.id,
      product_name: product.product_name,
      price,
      shipping_price: 0,
      total_price: price,
      key: `fixture-${key}`,
    }),
  });
  const order = (await answer.json()) as {
    payment_url: string;
    reference: string;
    order_url: string;
    message?: string;
  };
  if (!order.payment_url) throw new Error(`The order was refused: ${order.message}`);
  const ordered = { reference: order.reference, url: order.order_url };
  await fetch(`${order.payment_url}/pay`, { method: 'POST', redirect: 'manual' });
  await until(async () => (await checkOne(url, ordered)).state === 'paid', CLOSED_WITHIN_MS);
  return ordered;
}

async function checkOne(
  url: string,
  ordered: { reference: string; url: string },
): Promise<{ state: string; refund: string }> {
  const { search } = new URL(ordered.url, url);
  return (await (await fetch(`${url}/api-v1/open/order/${ordered.reference}${search}`)).json()) as {
    state: string;
    refund: string;
  };
}

async function until(holds: () => Promise<boolean>, limitMs: number): Promise<void> {
  const endMs = Date.now() + limitMs;
  while (!(await holds())) {
    if (Date.now() > endMs) throw new Error('What was waited for has not come.');
    await pause(LOOK_MS);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

/** Makes the folder small: most of a young one is empty WAL segments and dead rows. */
async function shrink(): Promise<void> {
  const postgres = await startEmbeddedPostgres(dataDir, createLog('error'));
  const database = openDatabase(postgres.url, createLog('silent'), 1);
  // Without recycling, a new WAL segment is empty and holds only the last checkpoint.
  for (const statement of [
    'set statement_timeout = 0',
    'alter system set wal_recycle = off',
    'select pg_reload_conf()',
    'vacuum full',
    'checkpoint',
    'select pg_switch_wal()',
    'checkpoint',
    'alter system reset wal_recycle',
  ])
    await database.$client.query(statement);
  await database.$client.end();
  await postgres.stop();
}

function compressed(content: Buffer): Buffer {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
  return brotliCompressSync(content, {
    params: { [BROTLI_PARAM_QUALITY]: 9, [BROTLI_PARAM_LGWIN]: 24, [BROTLI_PARAM_SIZE_HINT]: content.length },
  });
}
