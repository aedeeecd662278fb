import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { startDevStack, type DevStack } from '@bijli/dev-stack/dev-stack';
import { openDatabase, type Database } from '@bijli/server/db/database';
import { runningDatabaseUrl } from '@bijli/server/db/embedded';
import { createLog } from '@bijli/server/kernel/log';
import { playScenario } from '@bijli/server/seed/demo-scenarios';
import type { Benchmark, Row } from '../benchmark.ts';
import { cpuMs, cpuMsWithChildren, memoryMb } from '../measuring/processes.ts';
import { spread } from '../measuring/statistics.ts';
import { newDataFolder } from '../setup/data-folder.ts';
import { durabilityOf } from '../setup/fixture.ts';

const ROUNDS = 3;
const LOOK_MS = 250;
/** The crowd is complete within a minute and a half. */
const FULL_MS = 90_000;
const STEADY_MS = 60_000;
const ALMOST_ALL = 0.9;
/** Share of connectors that are busy in the evening that `bijli demo evening` plays. */
const EVENING_SHARE = 0.75;

interface DemoFleetRound extends SteadyMinute {
  almostAllMs: number;
  allMs: number;
}

interface SteadyMinute {
  charging: number;
  /** Percent of one core. */
  fleetCpu: number;
  serverCpu: number;
  databaseCpu: number;
  fleetMb: number;
  serverMb: number;
}

/** Numbers of charge points, of those that were heard, and of running charges. */
async function countsIn({ $client }: Database): Promise<{ chargePoints: number; heard: number; charging: number }> {
  const { rows } = await $client.query<{ chargePoints: number; heard: number; charging: number }>(
    `select count(*)::int as "chargePoints", count(seen_at)::int as heard,
       (select count(*)::int from charging_sessions where ended_at is null) as charging from chargers`,
  );
  return rows[0] ?? { chargePoints: 0, heard: 0, charging: 0 };
}

async function until(database: Database, share: number, since: number): Promise<number> {
  for (;;) {
    const { chargePoints, heard } = await countsIn(database);
    if (heard >= share * chargePoints) return performance.now() - since;
    await pause(LOOK_MS);
  }
}

/** CPU time so far, in ms. */
function cpuOf(stack: DevStack): { fleet: number; server: number; database: number } {
  const database = stack.databasePid();
  return {
    fleet: cpuMs(stack.fleetPid ?? 0) ?? Number.NaN,
    server: cpuMs(stack.server().pid) ?? Number.NaN,
    database: (database !== undefined && cpuMsWithChildren(database)) || Number.NaN,
  };
}

async function measured(stack: DevStack, database: Database, since: number): Promise<DemoFleetRound> {
  const almostAllMs = await until(database, ALMOST_ALL, since);
  const allMs = await until(database, 1, since);
  await stack.fleetTried;
  return { almostAllMs, allMs, ...(await steadyMinute(stack, database)) };
}

/** Measures one minute after all cars of the crowd have arrived. */
async function steadyMinute(stack: DevStack, database: Database): Promise<SteadyMinute> {
  await pause(FULL_MS);
  const before = cpuOf(stack);
  await pause(STEADY_MS);
  const after = cpuOf(stack);
  const share = (of: keyof typeof after): number => ((after[of] - before[of]) / STEADY_MS) * 100;
  const { charging } = await countsIn(database);
  return {
    charging,
    fleetCpu: share('fleet'),
    serverCpu: share('server'),
    databaseCpu: share('database'),
    fleetMb: memoryMb(stack.fleetPid ?? 0) ?? Number.NaN,
    serverMb: memoryMb(stack.server().pid) ?? Number.NaN,
  };
}

/**
 * Starts the demo as `npm start` does. Measures the time until its network is online, and a minute with the crowd of
 * this hour and of a busy evening.
 */
export const demoFleet: Benchmark = async (say) => {
  const rounds: DemoFleetRound[] = [];
  let evening: SteadyMinute | undefined;
  let durability: Record<string, string> = {};
  for (let number = 1; number <= ROUNDS; number += 1) {
    const dataDir = newDataFolder();
    const stack = await startDevStack({ port: 0, dataDir, fleet: 'whole', env: { MAP_TILES_URL: 'none' } });
    const since = performance.now();
    const database = openDatabase(runningDatabaseUrl(dataDir) ?? '', createLog('silent'), 2);
    try {
      const round = await measured(stack, database, since);
      durability = await durabilityOf(database);
      rounds.push(round);
      say(
        `round ${number}: 90 % after ${(round.almostAllMs / 1000).toFixed(1)} s, ${round.charging} charge; fleet ${round.fleetCpu.toFixed(1)} % of a core and ${round.fleetMb.toFixed(0)} MB`,
      );
      if (number === ROUNDS) {
        await playScenario(dataDir, { busyShare: EVENING_SHARE });
        evening = await steadyMinute(stack, database);
        say(`evening: ${evening.charging} charge; fleet ${evening.fleetCpu.toFixed(1)} % of a core`);
      }
    } finally {
      await database.$client.end();
      await stack.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
  const of = (read: (round: DemoFleetRound) => number, digits = 1) => spread(rounds.map(read), digits);
  const minute = (when: string, minutes: SteadyMinute[]): Row[] => {
    const each = (read: (one: SteadyMinute) => number, digits = 1) => spread(minutes.map(read), digits);
    return [
      { what: `charges that run, ${when}`, figures: each((one) => one.charging, 0) },
      { what: `fleet, % of a core, ${when}`, overTime: true, figures: each((one) => one.fleetCpu) },
      { what: `server, % of a core, ${when}`, overTime: true, figures: each((one) => one.serverCpu) },
      { what: `database, % of a core, ${when}`, figures: each((one) => one.databaseCpu) },
      { what: `fleet, MB, ${when}`, overTime: true, figures: each((one) => one.fleetMb, 0) },
      { what: `server, MB, ${when}`, figures: each((one) => one.serverMb, 0) },
    ];
  };
  return {
    rows: [
      {
        what: '90 % of the charge points heard, s after the server',
        overTime: true,
        figures: of((one) => one.almostAllMs / 1000),
      },
      { what: 'all of them, s', figures: of((one) => one.allMs / 1000) },
      ...minute('at this hour', rounds),
      ...minute('in a busy evening', evening ? [evening] : []),
    ],
    durability,
    limit:
      'What limits: the two cores, which fleet, server and database share while all charge points dial in; afterwards samples, a minute apart for each charge, and pings.',
    details: { rounds, evening },
  };
};
