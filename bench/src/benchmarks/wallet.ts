import { rmSync } from 'node:fs';
import { taxOn } from '@bijli/contract/taxed-amount';
import { startDevStack } from '@bijli/dev-stack/dev-stack';
import { openDatabase, type Database } from '@bijli/server/db/database';
import { runningDatabaseUrl } from '@bijli/server/db/embedded';
import { systemClock } from '@bijli/server/kernel/clock';
import { createLog } from '@bijli/server/kernel/log';
import * as accounts from '@bijli/server/modules/accounts/accounts.store';
import { creditTopUp } from '@bijli/server/modules/wallet/credit';
import { createWallet } from '@bijli/server/modules/wallet/index';
import type { Benchmark, Row } from '../benchmark.ts';
import { cpuMsWithChildren } from '../measuring/processes.ts';
import { spread } from '../measuring/statistics.ts';
import { newDataFolder } from '../setup/data-folder.ts';
import { durabilityOf } from '../setup/fixture.ts';

const ROUNDS = 9;
/** Number of drivers, each with a connection of its own. */
const LANES = 8;
const MEASURE_MS = 2_000;
const PRICE = taxOn(5_000, 1_800, 'intra_state');
const HOLD_PAISE = 6_000;

/** One transaction of a lane, with number n. */
type Task = (lane: number, n: string) => Promise<unknown>;

/**
 * Creates the tables of `pgbench -i` with as many rows as the lanes need. Returns its transaction `-N` (simple update).
 */
async function openPgbench({ $client }: Database): Promise<Task> {
  await $client.query(
    'create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84)) with (fillfactor=100)',
  );
  await $client.query(
    'create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22))',
  );
  await $client.query("insert into pgbench_accounts select i, 1, 0, '' from generate_series(1, 100000) i");
  await $client.query('vacuum analyze pgbench_accounts');
  return async () => {
    const connection = await $client.connect();
    const aid = 1 + Math.floor(Math.random() * 100_000);
    const delta = Math.floor(Math.random() * 10_000) - 5_000;
    try {
      await connection.query('begin');
      await connection.query({
        text: 'update pgbench_accounts set abalance = abalance + $1 where aid = $2',
        values: [delta, aid],
      });
      await connection.query({
        text: 'select abalance from pgbench_accounts where aid = $1',
        values: [aid],
      });
      await connection.query({
        text: 'insert into pgbench_history (tid, bid, aid, delta, mtime) values (1, 1, $1, $2, current_timestamp)',
        values: [aid, delta],
      });
      await connection.query('commit');
    } finally {
      connection.release();
    }
  };
}

async function driversOf(database: Database): Promise<number[]> {
  const ids: number[] = [];
  for (let lane = 0; lane < LANES; lane += 1) {
    const driver = await accounts.findOrInsertDriver(database, String(9_100_000_000 + lane), new Date());
    ids.push(driver.id);
  }
  return ids;
}

/** Transactions per second over all lanes, and the CPU time of one in this process and in PostgreSQL. */
interface Rate {
  perSecond: number;
  cpuUs: number;
}

/** `run` resolves with the number of transactions that it has done. */
async function rateOf(databasePid: number, run: () => Promise<number>): Promise<Rate> {
  const cpuNow = (): number => {
    const { user, system } = process.cpuUsage();
    return user + system + (cpuMsWithChildren(databasePid) ?? Number.NaN) * 1_000;
  };
  const [begun, cpuBefore] = [performance.now(), cpuNow()];
  const done = await run();
  return { perSecond: (done / (performance.now() - begun)) * 1_000, cpuUs: (cpuNow() - cpuBefore) / done };
}

/** Does a task in every lane for a while. */
async function inLanes(task: Task, label: string): Promise<number> {
  const end = performance.now() + MEASURE_MS;
  let done = 0;
  await Promise.all(
    Array.from({ length: LANES }, async (_, lane) => {
      for (let n = 0; performance.now() < end; n += 1) {
        await task(lane, `${label}-${lane}-${n}`);
        done += 1;
      }
    }),
  );
  return done;
}

/** One ledger movement of the lane's driver for each call, in its own transaction. Holds are named by `n`. */
function movementsOf(database: Database, drivers: number[]) {
  const money = createWallet({ clock: systemClock });
  const driverOf = (lane: number): number => drivers[lane] ?? 0;
  const topUp: Task = (lane, n) =>
    database.transaction((tx) =>
      creditTopUp(
        tx,
        { driverId: driverOf(lane), provider: 'phonepe', providerPaymentId: n, txnId: n, amountPaise: 1_000_000 },
        systemClock.now(),
      ),
    );
  const hold: Task = (lane, reference) =>
    database.transaction((tx) => money.holdFunds(tx, { driverId: driverOf(lane), reference, amountPaise: HOLD_PAISE }));
  const capture: Task = (_, reference) => database.transaction((tx) => money.captureHold(tx, reference, PRICE));
  const release: Task = (_, reference) => database.transaction((tx) => money.releaseHold(tx, reference));
  const pair: Task = async (lane, reference) => {
    await hold(lane, reference);
    await capture(lane, reference);
  };
  return { topUp, hold, capture, release, pair };
}

type Movements = ReturnType<typeof movementsOf>;
type WalletRound = Record<'pgbench' | keyof Movements, Rate>;

async function measureRound(
  number: number,
  { database, databasePid }: { database: Database; databasePid: number },
  pgbench: Task,
  { topUp, hold, capture, release, pair }: Movements,
): Promise<WalletRound> {
  const during = (task: Task, label: string) => rateOf(databasePid, () => inLanes(task, label));
  const resolving = async (task: Task, beginning: string) => {
    const holds = await heldAs(database, beginning);
    return rateOf(databasePid, () => inOrder(holds, beginning, task));
  };
  const rates = {
    pgbench: await during(pgbench, ''),
    topUp: await during(topUp, `t${number}`),
    // These holds are captured below.
    hold: await during(hold, `h${number}`),
    capture: await resolving(capture, `h${number}-`),
  };
  await inLanes(hold, `r${number}`);
  return { ...rates, release: await resolving(release, `r${number}-`), pair: await during(pair, `p${number}`) };
}

const WORDS: Record<keyof Movements, string> = {
  topUp: 'top-up',
  hold: 'hold',
  capture: 'capture',
  release: 'release',
  pair: 'pair of hold and capture',
};

function rowsOf(rounds: WalletRound[]): Row[] {
  const of = (read: (round: WalletRound) => number, digits: number) => spread(rounds.map(read), digits);
  return [
    { what: 'pgbench -N, transactions a second', figures: of(({ pgbench }) => pgbench.perSecond, 0) },
    { what: 'pgbench -N, CPU µs', figures: of(({ pgbench }) => pgbench.cpuUs, 0) },
    ...(Object.keys(WORDS) as (keyof Movements)[]).flatMap((name): Row[] => [
      { what: `${WORDS[name]}, a second`, figures: of((round) => round[name].perSecond, 0) },
      { what: `${WORDS[name]}, CPU µs`, figures: of((round) => round[name].cpuUs, 0) },
      {
        what: `ratio, ${WORDS[name]} / pgbench -N`,
        overTime: true,
        figures: of((round) => round[name].perSecond / round.pgbench.perSecond, 2),
      },
      {
        what: `ratio by CPU, pgbench -N / ${WORDS[name]}`,
        figures: of((round) => round.pgbench.cpuUs / round[name].cpuUs, 2),
      },
    ]),
  ];
}

async function heldAs({ $client }: Database, beginning: string): Promise<string[]> {
  const { rows } = await $client.query<{ reference: string }>(
    "select reference from holds where state = 'held' and starts_with(reference, $1)",
    [beginning],
  );
  return rows.map(({ reference }) => reference);
}

/** Ends these holds. Each lane ends those of its own driver. */
async function inOrder(holds: string[], beginning: string, task: Task): Promise<number> {
  await Promise.all(
    Array.from({ length: LANES }, async (_, lane) => {
      const own = holds.filter((reference) => reference.startsWith(`${beginning}${lane}-`));
      for (const reference of own) await task(lane, reference);
    }),
  );
  return holds.length;
}

/** Each kind of money movement, compared with one `pgbench -N` transaction on the same database and client. */
export const wallet: Benchmark = async (say) => {
  const dataDir = newDataFolder();
  const stack = await startDevStack({
    port: 0,
    dataDir,
    fleet: 'none',
    env: { LOG_LEVEL: 'fatal', MAP_TILES_URL: 'none' },
  });
  const database = openDatabase(runningDatabaseUrl(dataDir) ?? '', createLog('silent'), LANES);
  try {
    const pgbench = await openPgbench(database);
    const movements = movementsOf(database, await driversOf(database));
    await inLanes(movements.topUp, 'filled');
    const databasePid = stack.databasePid() ?? Number.NaN;

    const rounds: WalletRound[] = [];
    for (let number = 1; number <= ROUNDS; number += 1) {
      const round = await measureRound(number, { database, databasePid }, pgbench, movements);
      rounds.push(round);
      const rates = Object.entries(round).map(
        ([name, { perSecond, cpuUs }]) => `${name} ${perSecond.toFixed(0)} of ${cpuUs.toFixed(0)} µs`,
      );
      say(`round ${number}, a second: ${rates.join(', ')}`);
    }
    return {
      rows: rowsOf(rounds),
      durability: await durabilityOf(database),
      limit:
        'What limits: round trips, each of them a few hundred microseconds on two cores, and the fsync of each commit, which both sides pay alike. A movement locks the driver’s two accounts, checks their balances and writes a transfer with its entries in one statement, which is prepared. What needs no answer first is sent together, so a top-up or a hold waits twice and a capture three times, where pgbench -N waits four times.',
      details: { lanes: LANES, measureMs: MEASURE_MS, rounds },
    };
  } finally {
    await database.$client.end();
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
