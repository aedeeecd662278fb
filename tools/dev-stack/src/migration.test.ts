import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { openDatabase, type Database } from '@bijli/server/db/database';
import { reachableData } from '@bijli/server/db/embedded-places';
import { postgresUser } from '@bijli/server/db/postgres-user';
import { fleetOf } from '@bijli/server/seed/demo-fleet';
import { createLog } from '@bijli/server/kernel/log';
import { BareChargePoint } from '@bijli/server/testing/charge-point-fixture';
import { afterAll, expect, inject, test, vi } from 'vitest';
import { signIn } from './driver.ts';
import type { Facts, SessionFacts } from './release-fixture.ts';
import { dataFolder, ledgerCheck, PATIENCE } from './testing.ts';
import { startDevStack, type DevStack } from './dev-stack.ts';

/** The data folder and the dump that the release before has left; see fixtures/README.md. */
const FIXTURE = new URL('../fixtures/release-before/', import.meta.url);
const SERVER = fileURLToPath(import.meta.resolve('@bijli/server/main'));
const facts = JSON.parse(readFileSync(new URL('facts.json', FIXTURE), 'utf8')) as Facts;
const content = (file: string) => brotliDecompressSync(readFileSync(new URL(file, FIXTURE)));

/** The folder of the release before, as its operator finds it. */
function unpackData(): string {
  const dataDir = dataFolder();
  const home = reachableData(dataDir);
  const tar = spawnSync('tar', ['-C', home, '-xf', '-', '--no-same-owner'], { input: content('data.tar.br') });
  expect(tar.status, tar.stderr.toString()).toBe(0);
  const user = postgresUser();
  const files = [`${home}/postgres`, `${home}/postgres.password`];
  if (user) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, ...files]);
  return dataDir;
}

/** What was true before is true now, by the API that drivers and buyers use. */
async function proveKept({ url }: Pick<DevStack, 'url'>): Promise<void> {
  for (const [name, { mobile, balance, held }] of Object.entries(facts.drivers)) {
    const driver = await signIn(url, mobile);
    expect(await driver.wallet(), name).toMatchObject({ balance, ...(held > 0 && { held }) });
  }
  const driver = await signIn(url, facts.drivers.charged.mobile);
  const { bookingId, invoice, energyWh } = facts.charge;
  expect(await driver.invoice(bookingId)).toMatchObject({
    invoice_number: invoice,
    units_consumed: energyWh / 1000,
    status: 'completed',
  });
  for (const { reference, url: link, state } of Object.values(facts.orders)) {
    const { search } = new URL(link, url);
    const answer = await fetch(`${url}/api-v1/open/order/${reference}${search}`);
    expect(await answer.json()).toMatchObject({ reference, state });
  }
}

/** The charge point of the release before comes back and says how its session ended. */
async function endsAt({ url }: Pick<DevStack, 'url'>, session: SessionFacts, registerWh: number): Promise<void> {
  const { chargePointId, transactionId } = session;
  const password = fleetOf().find(({ id }) => id === chargePointId)?.password ?? '';
  const chargePoint = await new BareChargePoint(`${url.replace('http', 'ws')}/ocpp/${chargePointId}`, {
    password,
  }).open();
  const [type] = await chargePoint.call('StopTransaction', {
    transactionId,
    meterStop: registerWh,
    timestamp: new Date().toISOString(),
    reason: 'Local',
  });
  expect(type).toBe(3);
  await chargePoint.close();
}

test('the data folder of the release before is taken over: what is settled stays, what runs goes on, and a late word corrects [OPS-8]', async () => {
  const dataDir = unpackData();
  const stack = await startDevStack({ port: 0, dataDir, fleet: false, env: { LOG_LEVEL: 'fatal' } });
  try {
    await proveKept(stack);
    await endsAt(stack, facts.running, facts.running.registerWh + 1_500);
    await endsAt(stack, facts.provisional, facts.provisional.registerWh + 900);
    const running = await signIn(stack.url, facts.drivers.running.mobile);
    expect(await running.invoice(facts.running.bookingId)).toMatchObject({
      status: 'completed',
      units_consumed: 1.5,
    });
    expect((await running.wallet()).held ?? 0).toBe(0);
    const provisional = await signIn(stack.url, facts.drivers.provisional.mobile);
    expect(await provisional.invoice(facts.provisional.bookingId)).toMatchObject({ units_consumed: 0.9 });
    expect(await ledgerCheck(dataDir)).toEqual({ code: 0, said: 'The ledger adds up.\n' });
  } finally {
    await stack.stop();
  }
});

test('a dump of the release before is taken over, also when the first start is killed in the middle of its migration [OPS-9]', async () => {
  const { url, database } = await emptyDatabase();
  await database.$client.query(content('dump.sql.br').toString());
  const holder = await database.$client.connect();
  await holder.query('begin; lock table charging_sessions in access exclusive mode');
  const env = { LOG_LEVEL: 'fatal', DATABASE_URL: url };
  const dataDir = dataFolder();
  const server = spawn(process.execPath, [SERVER, '--child'], {
    env: { ...process.env, ...env, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const migrating = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  await vi.waitUntil(async () => (await database.$client.query(migrating)).rowCount === 1, PATIENCE);
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
  holder.release(true);
  const stack = await startDevStack({ port: 0, dataDir, fleet: false, env });
  try {
    await proveKept(stack);
    expect(await ledgerCheck(dataDir, env)).toEqual({ code: 0, said: 'The ledger adds up.\n' });
  } finally {
    await stack.stop();
  }
});

async function emptyDatabase(): Promise<{ url: string; database: Database }> {
  const address = new URL(inject('postgresUrl'));
  const name = `dump_${process.pid}`;
  address.pathname = '/postgres';
  const admin = openDatabase(address.href, createLog('silent'), 1);
  await admin.$client.query(`create database ${name} template template0`);
  address.pathname = `/${name}`;
  const database = openDatabase(address.href, createLog('silent'), 2);
  afterAll(async () => {
    await database.$client.end();
    await admin.$client.query(`drop database ${name} with (force)`);
    await admin.$client.end();
  });
  return { url: address.href, database };
}
