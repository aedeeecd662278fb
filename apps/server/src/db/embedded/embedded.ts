import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { MINUTE_MS } from '#kernel/durations.ts';
import { freePort } from '#kernel/free-port.ts';
import { newSecret } from '#kernel/ids.ts';
import type { Log } from '#kernel/log.ts';
import { clusterFolder, restoringFolder } from './embedded-archive.ts';
import { lockHolder, processIdentity, takeLock } from './embedded-lock.ts';
import { reachableBinaries, type Binaries } from './embedded-paths.ts';
import { finishReplacement, hasReplacement } from './embedded-replacement.ts';
import { postgresUser, type PostgresUser } from './postgres-user.ts';

const START_TIMEOUT_MS = MINUTE_MS;
/** The options of every start. */
export const EMBEDDED_SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '80',
  shared_buffers: '256MB',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_wal_size: '2GB',
};

export interface EmbeddedPostgres {
  url: string;
  /** Fast shutdown. Resolves when the process has ended. */
  stop(): Promise<void>;
}

interface Cluster {
  folder: string;
  binaries: Binaries;
  user: PostgresUser | undefined;
  settings: Record<string, string>;
}

/**
 * Starts the PostgreSQL of the npm packages as a child process, with its cluster below `dataDir`. It first stops a
 * database that a killed server left behind, and restarts one that dies. Errors are sentences for the operator.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  log: Log,
  settings: Readonly<Record<string, string>> = {},
): Promise<EmbeddedPostgres> {
  const user = postgresUser();
  const binaries = await reachableBinaries(user);
  const folder = clusterFolder(dataDir, user);
  const cluster = { folder, binaries, user, settings: { ...EMBEDDED_SETTINGS, ...settings } };
  takeLock(`${folder}.lock`);
  rmSync(`${folder}.url`, { force: true });
  await stopOrphan(folder, log);
  // After a killed restore: stop the database that it was checking, and put in place what it had checked.
  await stopOrphan(join(restoringFolder(folder), 'postgres'), log);
  const restored = finishReplacement(folder);
  if (restored)
    log.warn({ event: 'database.restore_finished', ...restored }, 'finished a restore that was interrupted');
  const password = initialise(cluster);
  const port = await freePort();
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/bijli`;

  let isStopping = false;
  let running = launch(cluster, port, url);
  const watch = (child: ChildProcess): void => {
    child.once('exit', (code, signal) => {
      if (isStopping) return;
      log.error({ event: 'database.ended', code, signal }, 'the database ended; starting it again');
      running = launch(cluster, port, url);
      running.then(watch, (error: unknown) => {
        log.error({ event: 'database.not_started', error }, 'the database could not be started again');
        process.exit(1);
      });
    });
  };
  watch(await running);
  writeFileSync(`${folder}.url`, url, { mode: 0o600 });

  return {
    url,
    async stop() {
      isStopping = true;
      await stopPostgres(await running);
      for (const file of ['url', 'lock']) rmSync(`${folder}.${file}`, { force: true });
    },
  };
}

/**
 * What `startEmbeddedPostgres` would do before the start: make a new, empty database, or put a restored one in place
 * because a restore was interrupted. Undefined if neither.
 */
export function databaseBeforeStart(dataDir: string): 'made' | 'restored' | undefined {
  const folder = clusterFolder(dataDir);
  if (hasReplacement(folder)) return 'restored';
  return existsSync(folder) || existsSync(restoringFolder(folder)) ? undefined : 'made';
}

/** The database of a server that is running on this data folder now, for the command line. */
export function runningDatabaseUrl(dataDir: string): string | undefined {
  const folder = clusterFolder(dataDir);
  const isRunning = lockHolder(`${folder}.lock`) !== undefined && existsSync(`${folder}.url`);
  return isRunning ? readFileSync(`${folder}.url`, 'utf8') : undefined;
}

/** Ends the postmaster of a killed server. Process ids are reused, so it must run on this folder. */
export async function stopOrphan(folder: string, log: Log): Promise<void> {
  const pidFile = join(folder, 'postmaster.pid');
  const pid = existsSync(pidFile) ? Number.parseInt(readFileSync(pidFile, 'utf8'), 10) : 0;
  if (processIdentity(pid) === undefined) return;
  const commandLine = `/proc/${pid}/cmdline`;
  if (existsSync(commandLine) && !readFileSync(commandLine, 'utf8').split('\0').includes(folder)) return;
  log.warn({ event: 'database.orphan_stopped', pid }, 'stopping a database that a killed server left behind');
  process.kill(pid, 'SIGINT');
  const limit = Date.now() + START_TIMEOUT_MS;
  while (processIdentity(pid) !== undefined) {
    if (Date.now() > limit)
      throw new Error(`The database of an earlier start (process ${pid}) does not end. Please stop it.`);
    await pause(50);
  }
}

/** Creates the cluster if needed, and returns its password. */
function initialise({ folder, binaries, user }: Cluster): string {
  const passwordFile = `${folder}.password`;
  if (existsSync(folder)) {
    if (existsSync(passwordFile)) return readFileSync(passwordFile, 'utf8');
    throw new Error(
      `There is a database in ${folder}, but its password is not in ${passwordFile}. Put it back, or move the database away.`,
    );
  }
  if (existsSync(restoringFolder(folder)))
    throw new Error(
      `A restore was interrupted, and there is no database in ${folder}. Run "bijli restore" again, or delete ${restoringFolder(folder)} to begin with an empty one.`,
    );
  // Created elsewhere and moved at the end, so that a killed start leaves no half of a database.
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  writeFileSync(passwordFile, newSecret(), { mode: 0o600 });
  for (const path of user ? [fresh, passwordFile] : []) chownSync(path, user?.uid ?? 0, user?.gid ?? 0);
  const run = spawnSync(
    binaries.initdb,
    [
      `--pgdata=${fresh}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ],
    { ...as(user), encoding: 'utf8', cwd: '/' },
  );
  if (run.status !== 0)
    throw new Error(`The database could not be made in ${folder}: ${run.stderr || String(run.error)}`);
  renameSync(fresh, folder);
  return readFileSync(passwordFile, 'utf8');
}

async function launch({ folder, binaries, user, settings }: Cluster, port: number, url: string): Promise<ChildProcess> {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const limit = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    const output = openSync(`${folder}.log`, 'a');
    const child = spawn(binaries.postgres, ['-D', folder, '-p', String(port), ...options], {
      ...as(user),
      cwd: '/',
      stdio: ['ignore', output, output],
      // Ctrl-C is for the server, which stops the database when it no longer needs it.
      detached: true,
    });
    closeSync(output);
    child.on('error', () => {});
    if (await ready(child, url, limit)) return child;
    // Processes of a killed postmaster hold its memory for a moment.
    if (Date.now() > limit) throw new Error(`The database does not start. Its log is ${folder}.log`);
    await pause(50);
  }
}

async function ready(child: ChildProcess, url: string, limit: number): Promise<boolean> {
  const admin = new URL(url);
  admin.pathname = '/postgres';
  while (child.exitCode === null && child.signalCode === null && Date.now() < limit) {
    const client = new Client({ connectionString: admin.href });
    client.on('error', () => {});
    try {
      await client.connect();
      const databases = await client.query('select 1 from pg_database where datname = $1', ['bijli']);
      if (databases.rowCount === 0) await client.query('create database bijli');
      return true;
    } catch {
      await pause(30);
    } finally {
      await client.end().catch(() => {});
    }
  }
  return false;
}

/** Fast shutdown. Resolves when it has ended. */
export async function stopPostgres(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGINT');
  await ended;
}

export function as(user: PostgresUser | undefined): { uid: number; gid: number } | undefined {
  return user && { uid: user.uid, gid: user.gid };
}

export function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}
