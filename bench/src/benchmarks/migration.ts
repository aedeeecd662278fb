import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { SERVER } from '@bijli/dev-stack/server-part';
import { openDatabase, type Database } from '@bijli/server/db/database';
import { startEmbeddedPostgres } from '@bijli/server/db/embedded';
import { freePort } from '@bijli/server/kernel/free-port';
import { createLog } from '@bijli/server/kernel/log';
import { LEDGER_PARTS } from '@bijli/server/ledger-parts';
import { checkLedger } from '@bijli/server/modules/ledger/index';
import type { Benchmark } from '../benchmark.ts';
import { fillTables } from '../data/big-data.ts';
import { spread } from '../measuring/statistics.ts';
import { newDataFolder } from '../setup/data-folder.ts';
import { durabilityOf } from '../setup/fixture.ts';

const SESSIONS = 1_000_000;
const DRIVERS = 100_000;
const SAMPLES_OF_EACH = 11;
const DAYS = 180;
const ASK_EVERY_MS = 100;
/** Tables that must have the same number of rows afterwards. */
const KEPT = ['charging_sessions', 'meter_samples', 'ledger_transfers', 'ledger_entries', 'invoices', 'holds'];
const RELEASE_BEFORE = new URL(
  '../fixtures/release-before/dump.sql.br',
  import.meta.resolve('@bijli/dev-stack/dev-stack'),
);

/** The readiness report of a starting server. */
interface Said {
  status: string;
  reason?: string;
}

/** A server that migrates its database and answers meanwhile. The caller kills or stops it. */
class StartingServer {
  readonly #child: ChildProcess;
  readonly #url: string;

  constructor(databaseUrl: string, dataDir: string, port: number) {
    this.#url = `http://127.0.0.1:${port}/health/ready`;
    const env = {
      ...process.env,
      LOG_LEVEL: 'fatal',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
    };
    this.#child = spawn(process.execPath, [SERVER, '--child'], { env, stdio: ['pipe', 'ignore', 'inherit'] });
  }

  /** The readiness report. Undefined before the server listens. */
  async says(): Promise<Said | undefined> {
    if (this.#child.exitCode !== null) throw new Error(`The server ended with ${this.#child.exitCode}.`);
    const answer = await fetch(this.#url).catch(() => undefined);
    return answer && ((await answer.json()) as Said);
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill(signal);
    await ended;
  }
}

async function countsOf({ $client }: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of KEPT) {
    const { rows } = await $client.query<{ count: string }>(`select count(*) as count from ${table}`);
    counts[table] = Number(rows[0]?.count);
  }
  return counts;
}

/** All reports with their times in seconds since the start, until the server is ready or `isEnough` returns true. */
async function watch(server: StartingServer, isEnough: (reason: string) => boolean = () => false) {
  const from = performance.now();
  const seconds = (): number => (performance.now() - from) / 1000;
  const steps: { reason: string; at: number }[] = [];
  let longestSilence = 0;
  let heardAt: number | undefined;
  for (;;) {
    const said = await server.says();
    if (said) {
      longestSilence = Math.max(longestSilence, seconds() - (heardAt ?? seconds()));
      heardAt = seconds();
      if (said.status === 'ok') return { steps, seconds: seconds(), longestSilence };
      const { reason = said.status } = said;
      if (steps.at(-1)?.reason !== reason) steps.push({ reason, at: Number(seconds().toFixed(1)) });
      if (isEnough(reason)) return { steps, seconds: seconds(), longestSilence };
    }
    await pause(ASK_EVERY_MS);
  }
}

/** Migrates a database of the release before with a million sessions. The first start is killed half-way. */
export const migration: Benchmark = async (say) => {
  const dataDir = newDataFolder();
  const log = createLog('silent');
  const postgres = await startEmbeddedPostgres(dataDir, log);
  const database = openDatabase(postgres.url, log, 2);
  try {
    await database.$client.query(brotliDecompressSync(readFileSync(RELEASE_BEFORE)).toString());
    const client = await database.$client.connect();
    const size = { sessions: SESSIONS, drivers: DRIVERS, samplesOfEach: SAMPLES_OF_EACH, days: DAYS };
    await fillTables(client, { ...size, first: 1 }, say).finally(() => client.release(true));
    const before = await countsOf(database);
    const gigabytes = await sizeOf(database);
    say(`${gigabytes.toFixed(1)} GB`);

    const port = await freePort();
    const applied = async (): Promise<number> =>
      (await database.$client.query('select from drizzle.__drizzle_migrations')).rowCount ?? 0;
    const appliedBefore = await applied();
    const killed = new StartingServer(postgres.url, dataDir, port);
    const first = await watch(killed, isHalfWay);
    await killed.end('SIGKILL');
    say(`killed after ${first.seconds.toFixed(1)} s: ${first.steps.at(-1)?.reason}`);
    const isUntouched = (await applied()) === appliedBefore;

    const server = new StartingServer(postgres.url, dataDir, port);
    const second = await watch(server);
    for (const { at, reason } of second.steps) say(`${at} s: ${reason}`);
    say(`ready after ${second.seconds.toFixed(1)} s`);
    const after = await countsOf(database);
    const { problems } = await checkLedger(database, LEDGER_PARTS, { now: new Date() });
    await server.end('SIGTERM');
    const isKept = JSON.stringify(before) === JSON.stringify(after);
    return {
      rows: [
        { what: 'size before, GB', figures: spread([gigabytes], 1) },
        { what: 's until the server is ready', overTime: true, figures: spread([second.seconds], 1) },
        { what: 'longest time without an answer meanwhile, s', figures: spread([second.longestSilence], 1) },
      ],
      durability: await durabilityOf(database),
      limit: `${SESSIONS} sessions of ${DRIVERS} drivers with ${SAMPLES_OF_EACH} samples each. All migrations are one transaction: the start that was killed left nothing of it, and the next began anew.`,
      details: { before, after, killed: first, second, problems: problems.length },
      broken:
        !isUntouched || !isKept || problems.length > 0
          ? `rows: ${JSON.stringify(before)} → ${JSON.stringify(after)}; ${problems.length} problems; untouched by the kill: ${isUntouched}`
          : undefined,
    };
  } finally {
    await database.$client.end();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

/** True if a report names its migration step. */
function isHalfWay(reason: string): boolean {
  const [, step = '0', of = '1'] = /step (\d+) of (\d+)/.exec(reason) ?? [];
  return Number(step) / Number(of) >= 0.5;
}

async function sizeOf({ $client }: Database): Promise<number> {
  const { rows } = await $client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
  return Number(rows[0]?.bytes) / 1e9;
}
