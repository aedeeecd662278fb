import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#db/database.ts';
import { clusterFolder } from '#db/embedded-archive.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { createLog } from '#kernel/log.ts';
import { saveFirstSupplier } from '#modules/invoices/index.ts';
import { atEnd } from './at-end.ts';
import { SUPPLIER } from './supplier.ts';

export interface OwnPostgres {
  /** Of its database. */
  url: string;
  port: number;
  /** All of its processes, the first one first: whoever ends that one ends all. */
  processes: () => number[];
  stop(): Promise<void>;
}

/** A PostgreSQL of a test's own, which it may stop and kill: one that ends is started again. Its database is empty. */
export async function ownPostgres(
  dataDir = postgresFolder(),
  settings: Readonly<Record<string, string>> = {},
): Promise<OwnPostgres> {
  const { url, stop } = await startEmbeddedPostgres(dataDir, createLog('silent'), settings);
  atEnd(stop);
  return { url, port: Number(new URL(url).port), processes: () => processesOf(clusterFolder(dataDir)), stop };
}

/** As `testDatabase` takes it for the database of a test. */
export async function migrated(postgres: OwnPostgres): Promise<OwnPostgres> {
  const log = createLog('error');
  const database = openDatabase(postgres.url, log);
  await migrate(database, log);
  await saveFirstSupplier(database, SUPPLIER, new Date(0));
  await database.$client.end();
  return postgres;
}

/** Where its user gets, deleted with the file of the test. */
export function postgresFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bijli-postgres-'));
  chmodSync(folder, 0o711);
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * One that is written to and a standby that has all that was acknowledged: without it nothing is. The standby is a copy of the files
 * as they were while nothing ran.
 */
export async function postgresPair(): Promise<{ first: OwnPostgres; standby: OwnPostgres }> {
  const [dataDir, ofStandby] = [postgresFolder(), postgresFolder()];
  await (await migrated(await ownPostgres(dataDir))).stop();
  const [from, to] = [clusterFolder(dataDir), clusterFolder(ofStandby)];
  for (const end of ['', '.password']) spawnSync('cp', ['--archive', `${from}${end}`, `${to}${end}`]);
  writeFileSync(join(to, 'standby.signal'), '');
  const first = await ownPostgres(dataDir, { synchronous_standby_names: '*' });
  const { username, password, port } = new URL(first.url);
  const way = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
  return { first, standby: await ownPostgres(ofStandby, { primary_conninfo: way }) };
}

function processesOf(cluster: string): number[] {
  const file = join(cluster, 'postmaster.pid');
  const postmaster = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0;
  if (!postmaster) throw new Error(`No database runs in ${cluster}.`);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(Number(name)) === postmaster)
    .map(Number);
  return [postmaster, ...children];
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return undefined;
  }
}
