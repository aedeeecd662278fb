import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '#db/database.ts';
import { clusterFolder } from '#db/embedded/embedded-archive.ts';
import { startEmbeddedPostgres } from '#db/embedded/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { createLog } from '#kernel/log.ts';
import { saveFirstSupplier } from '#modules/invoices/index.ts';
import { atEnd } from './at-end.ts';
import { databaseFolder } from './database-folder.ts';
import { SUPPLIER } from './supplier.ts';

export interface OwnPostgres {
  /** The URL of its database. */
  url: string;
  port: number;
  /** The ids of all its processes. If the first one ends, all of them end. */
  processes: () => number[];
  stop(): Promise<void>;
}

/** Starts a PostgreSQL with an empty database, which a test may stop and kill. It is restarted when it ends. */
export async function ownPostgres(
  dataDir = postgresFolder(),
  settings: Readonly<Record<string, string>> = {},
): Promise<OwnPostgres> {
  const { url, stop } = await startEmbeddedPostgres(dataDir, createLog('silent'), settings);
  atEnd(stop);
  return { url, port: Number(new URL(url).port), processes: () => processesOf(clusterFolder(dataDir)), stop };
}

/** Migrates its database, so that `testDatabase` can copy it. */
export async function migrated(postgres: OwnPostgres): Promise<OwnPostgres> {
  const log = createLog('error');
  const database = openDatabase(postgres.url, log);
  await migrate(database, log);
  await saveFirstSupplier(database, SUPPLIER, new Date(0));
  await database.$client.end();
  return postgres;
}

/** Creates a folder that the user of PostgreSQL can read. It is deleted when the test file ends. */
export function postgresFolder(): string {
  const folder = databaseFolder('postgres');
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Starts a primary and a synchronous standby: a commit is acknowledged only when the standby has it. The standby begins
 * as a copy of the primary's files, taken while the primary was stopped.
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
