import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, expect, inject, test, vi } from 'vitest';
import { openDatabase, type Database } from '@bijli/server/db/database';
import { runningDatabaseUrl, startEmbeddedPostgres } from '@bijli/server/db/embedded';
import { reachableData } from '@bijli/server/db/embedded-paths';
import { migrate } from '@bijli/server/db/migrate';
import { postgresUser } from '@bijli/server/db/postgres-user';
import { freePort } from '@bijli/server/kernel/free-port';
import { createLog } from '@bijli/server/kernel/log';
import { fleetOf } from '@bijli/server/seed/demo-fleet';
import { BareChargePoint } from '@bijli/server/testing/charge-point-fixture';
import { countLockWaits } from '@bijli/server/testing/database';
import { startDevStack, type DevStack } from '../dev-stack.ts';
import { signIn } from '../driver.ts';
import { dataFolder, ledgerCheck, PATIENCE, rowsOf } from '../testing.ts';
import { migrationsSince } from './migrations-since.ts';
import type { Release, SessionOfRelease } from './release-fixture.ts';

/** The data folder and the dump of the release before; see fixtures/README.md. */
const FIXTURE = new URL('../../fixtures/release-before/', import.meta.url);
const SERVER = fileURLToPath(import.meta.resolve('@bijli/server/main'));
const release = JSON.parse(readFileSync(new URL('release.json', FIXTURE), 'utf8')) as Release;
const content = (file: string) => brotliDecompressSync(readFileSync(new URL(file, FIXTURE)));

/** Unpacks the data folder of the release before. */
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

/** The columns of each table, by table name. */
type Columns = Record<string, string>;

async function columnsOf(url: string): Promise<Columns> {
  const tables = await rowsOf<{ name: string; columns: string }>(
    url,
    `select table_name as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
     from information_schema.columns where table_schema = 'public' group by 1 order by 1`,
  );
  return Object.fromEntries(tables.map(({ name, columns }) => [name, columns]));
}

/** The rows of tables as PostgreSQL prints them, to compare byte by byte. */
async function rowsIn(url: string, columns: Columns): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const [name, named] of Object.entries(columns)) {
    const statement = `select row_to_json(t)::text as row from (select ${named} from ${name}) t order by 1`;
    rows[name] = (await rowsOf<{ row: string }>(url, statement)).map(({ row }) => row);
  }
  return rows;
}

/** The columns of tax documents and of the ledger that the release before has. */
function ledgerOf(columns: Columns): Columns {
  const tables = ['invoices', 'invoice_counters', 'ledger_accounts', 'ledger_transfers', 'ledger_entries'];
  return Object.fromEntries(tables.map((name) => [name, columns[name] ?? '']));
}

/** Reads the ledger with PostgreSQL alone, before our code has touched the folder. */
async function booksIn(dataDir: string): Promise<{ columns: Columns; before: Record<string, string[]> }> {
  const postgres = await startEmbeddedPostgres(dataDir, createLog('silent'));
  try {
    const columns = ledgerOf(await columnsOf(postgres.url));
    return { columns, before: await rowsIn(postgres.url, columns) };
  } finally {
    await postgres.stop();
  }
}

/** The log lines about migrations that the release before lacks, each printed as it begins. */
function stepsIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => /[Mm]igrating the database[:,] (step \d+ of \d+)/.exec(line)?.[1] ?? []);
}
const MISSING = migrationsSince(release).length;
const ALL_STEPS = Array.from({ length: MISSING }, (_, index) => `step ${index + 1} of ${MISSING}`);

/** Proves with the API of drivers and buyers that all earlier data is still there. */
async function proveKept({ url }: Pick<DevStack, 'url'>): Promise<void> {
  for (const [name, { mobile, balance, held }] of Object.entries(release.drivers)) {
    const driver = await signIn(url, mobile);
    expect(await driver.wallet(), name).toMatchObject({ balance, ...(held > 0 && { held }) });
  }
  const driver = await signIn(url, release.drivers.charged.mobile);
  const { bookingId, invoice, energyWh } = release.charge;
  expect(await driver.invoice(bookingId)).toMatchObject({
    invoice_number: invoice,
    units_consumed: energyWh / 1000,
    status: 'completed',
  });
  for (const { reference, url: link, state } of Object.values(release.orders)) {
    const { search } = new URL(link, url);
    const answer = await fetch(`${url}/api-v1/open/order/${reference}${search}`);
    expect(await answer.json()).toMatchObject({ reference, state });
  }
}

/** The charge point of the release before comes back and reports how its session ended. */
async function endsAt({ url }: Pick<DevStack, 'url'>, session: SessionOfRelease, registerWh: number): Promise<void> {
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

test('the data folder of the previous release is taken over: settled sessions stay, running ones continue, and a late report corrects one [OPS-8]', async () => {
  const dataDir = unpackData();
  const { columns, before } = await booksIn(dataDir);
  const steps: string[] = [];
  const env = { LOG_LEVEL: 'fatal' };
  const stack = await startDevStack({ port: 0, dataDir, fleet: 'none', env, onStep: (step) => steps.push(step) });
  try {
    expect(stepsIn(steps)).toEqual(ALL_STEPS);
    expect(await rowsIn(runningDatabaseUrl(dataDir) ?? '', columns)).toEqual(before);
    await proveKept(stack);
    await endsAt(stack, release.running, release.running.registerWh + 1_500);
    await endsAt(stack, release.provisional, release.provisional.registerWh + 900);
    const running = await signIn(stack.url, release.drivers.running.mobile);
    expect(await running.invoice(release.running.bookingId)).toMatchObject({
      status: 'completed',
      units_consumed: 1.5,
    });
    expect((await running.wallet()).held ?? 0).toBe(0);
    const provisional = await signIn(stack.url, release.drivers.provisional.mobile);
    expect(await provisional.invoice(release.provisional.bookingId)).toMatchObject({ units_consumed: 0.9 });
    expect(await ledgerCheck(dataDir)).toEqual({ code: 0, said: 'The ledger adds up.\n' });
  } finally {
    await stack.stop();
  }
});

test('migrating changes no row that the previous release has written, and reports each step [OPS-8]', async () => {
  const [plain, migrated] = [await emptyDatabase('plain'), await emptyDatabase('migrated')];
  for (const { database } of [plain, migrated]) {
    await database.$client.query(content('dump.sql.br').toString());
    // A reading of a wrong clock.
    await database.$client.query(`insert into public.meter_samples values
      (1000, '2099-01-01', 'Sample.Periodic', '2026-11-20', 1, null, null, ''), (1000, '1970-01-01', 'Sample.Periodic', '2026-11-20', 1, null, null, '')`);
  }
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  await migrate(migrated.database, log);
  expect(stepsIn(lines)).toEqual(ALL_STEPS);
  expect(lines.filter((line) => !line.includes('"event":"database.migrating"'))).toEqual([]);
  const columns = await columnsOf(plain.url);
  const before = await rowsIn(plain.url, columns);
  for (const name of Object.keys(ledgerOf(columns))) expect(before[name], name).not.toEqual([]);
  const after = await rowsIn(migrated.url, columns);
  for (const name of Object.keys(columns)) expect(after[name], name).toEqual(before[name]);
  const late = await rowsOf(migrated.url, 'select sampled_at from meter_samples_default');
  expect(late).toEqual([{ sampled_at: new Date('2099-01-01T00:00:00.000Z') }]);
  // Finished steps are neither run nor reported again.
  lines.length = 0;
  await migrate(migrated.database, log);
  expect(lines).toEqual([]);
});

test('a dump of the previous release is taken over, even if the first start is killed during its migration [OPS-9]', async () => {
  const { url, database } = await emptyDatabase('killed');
  await database.$client.query(content('dump.sql.br').toString());
  const columns = ledgerOf(await columnsOf(url));
  const before = await rowsIn(url, columns);
  const holder = await database.$client.connect();
  await holder.query('begin; lock table charging_sessions in access exclusive mode');
  const env = { LOG_LEVEL: 'fatal', DATABASE_URL: url };
  const dataDir = dataFolder();
  const port = await freePort();
  const server = spawn(process.execPath, [SERVER, '--child'], {
    env: { ...process.env, ...env, DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await vi.waitUntil(async () => (await countLockWaits(database.$client)) === 1, PATIENCE);
  // A caller is told meanwhile why nobody serves.
  const ready = await fetch(`http://127.0.0.1:${port}/health/ready`);
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: 'migrating', reason: expect.stringMatching(/^migrating the database, step \d+ of \d+/) },
  ]);
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
  holder.release(true);
  const stack = await startDevStack({ port: 0, dataDir, fleet: 'none', env });
  try {
    expect(await rowsIn(url, columns)).toEqual(before);
    await proveKept(stack);
    expect(await ledgerCheck(dataDir, env)).toEqual({ code: 0, said: 'The ledger adds up.\n' });
  } finally {
    await stack.stop();
  }
});

async function emptyDatabase(purpose: string): Promise<{ url: string; database: Database }> {
  const address = new URL(inject('postgresUrl'));
  const name = `dump_${process.pid}_${purpose}`;
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
