import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startChild, type Child } from '@bijli/dev-stack/child';
import { startBalancer, type NodeStack } from '@bijli/dev-stack/node-stack';
import { FLEET } from '@bijli/dev-stack/simulated-fleet';
import type { Database } from '@bijli/server/db/database';
import { freePort } from '@bijli/server/kernel/free-port';
import { newSecret } from '@bijli/server/kernel/ids';
import { demoControlSocket, playScenario } from '@bijli/server/seed/demo-scenarios';
import { demoTags } from '@bijli/server/seed/seed-tokens';
import { insertChargePoints } from '../data/insert-charge-points.ts';
import { cpuMs, cpuMsWithChildren, childrenMb, memoryMb } from '../measuring/processes.ts';

const PREFIX = 'COUNTRY-';
const STATIONS = 1_500;
/** Each link needs two of the 20,000 files that a process may usually open. */
const LINKS_OF_BALANCER = 9_000;
const ALMOST_ALL = 0.9;
/** A tenth of the connectors is busy. The last cars find a free one late. */
const CHARGING_SHARE = 0.1;
const LOOK_MS = 500;
const CONNECT_WITHIN_MS = 150_000;
const FILL_WITHIN_MS = 90_000;
const STEADY_MS = 60_000;

interface Use {
  /** Percent of one core. */
  cpu: number;
  mb: number;
}

export interface CountryFigures {
  chargePoints: number;
  /** Seconds since the first charge point dialled. Undefined if it was not reached in time. */
  almostAllSeconds: number | undefined;
  connected: number;
  charging: number;
  linksOfNodes: number[];
  nodes: Use[];
  /** All balancers together. */
  balancers: Use;
  balancerCount: number;
  nats: Use;
  fleet: Use;
  databaseCpu: number;
  samplesASecond: number;
}

interface MeasuredStack {
  stack: NodeStack;
  database: Database;
  databasePid: number;
  dataDir: string;
}

async function numberOf({ $client }: Database, sql: string): Promise<number> {
  const { rows } = await $client.query<{ count: number }>(`select (${sql})::int as count`);
  return rows[0]?.count ?? 0;
}

const LINKED = 'select count(*) from charger_links where connected_at is not null';
const CHARGING = 'select count(*) from charging_sessions where ended_at is null and transaction_id is not null';

/** Polls until the count is reached. Resolves with the time it took, or undefined when the time limit was reached. */
async function until(database: Database, sql: string, wanted: number, withinMs: number): Promise<number | undefined> {
  const since = performance.now();
  while (performance.now() - since < withinMs) {
    if ((await numberOf(database, sql)) >= wanted) return performance.now() - since;
    await pause(LOOK_MS);
  }
  return undefined;
}

/**
 * Connects simulated charge points through balancers, lets a tenth of them charge, and measures the cost for a while.
 */
export async function measureCountry(
  measured: MeasuredStack,
  count: number,
  say: (message: string) => void,
): Promise<CountryFigures> {
  const { stack, database, dataDir } = measured;
  const secret = newSecret();
  await insertChargePoints(database, { prefix: PREFIX, count, secret, stations: STATIONS });
  const children: Child<unknown>[] = [];
  try {
    const balancerCount = Math.ceil(count / LINKS_OF_BALANCER);
    const urls = [stack.url, ...(await moreBalancers(stack, balancerCount - 1, children))];
    const fleets = urls.map((url, at) => ({ url, folder: join(dataDir, `fleet-${at}`) }));
    const balancers = [stack.pids.balancer, ...children.map(({ pid }) => pid)];
    const fleetPids: number[] = [];
    for (const [at, { url, folder }] of fleets.entries()) {
      mkdirSync(folder);
      const fleet = await startChild(FLEET, {
        input: fleetInput(url, folder, { at, of: fleets.length, count, secret }),
        onMessage: () => {},
      });
      children.push(fleet);
      fleetPids.push(fleet.pid);
    }
    const almostAllMs = await until(database, LINKED, ALMOST_ALL * count, CONNECT_WITHIN_MS);
    const almostAllSeconds = almostAllMs === undefined ? undefined : almostAllMs / 1000;
    say(`90 % of ${count} connected after ${almostAllSeconds?.toFixed(1) ?? '(not in time)'} s`);
    for (const { folder } of fleets) await playScenario(folder, { busyShare: CHARGING_SHARE });
    await until(database, CHARGING, CHARGING_SHARE * ALMOST_ALL * count, FILL_WITHIN_MS);
    const use = await steady({ ...measured, balancers, fleetPids });
    const connected = await numberOf(database, LINKED);
    const charging = await numberOf(database, CHARGING);
    const linksOfNodes = await linksByNode(database);
    say(
      `${connected} connected, ${charging} charge; nodes ${use.nodes.map(({ cpu }) => cpu.toFixed(0)).join(', ')} % of a core`,
    );
    return { chargePoints: count, almostAllSeconds, connected, charging, linksOfNodes, balancerCount, ...use };
  } finally {
    // These children are asked to end and are not killed, because a balancer is a child of one of them.
    for (const child of children.toReversed()) await child.stop();
  }
}

/** A country needs more files than one balancer may open: two for each link. */
async function moreBalancers(stack: NodeStack, count: number, children: Child<unknown>[]): Promise<string[]> {
  const nodes = stack.nodes().map(({ url }) => new URL(url).host);
  const urls: string[] = [];
  while (urls.length < count) {
    const host = '127.0.0.1';
    const port = await freePort(host);
    children.push(await startBalancer({ address: `${host}:${port}`, host, port, nodes }));
    urls.push(`http://${host}:${port}`);
  }
  return urls;
}

/** The input of one fleet, which takes every n-th charge point. */
function fleetInput(
  url: string,
  folder: string,
  { at, of, count, secret }: { at: number; of: number; count: number; secret: string },
) {
  const numbers = Array.from({ length: count }, (_, number) => number).filter((number) => number % of === at);
  const chargePoints = numbers.map((number) => ({
    id: `${PREFIX}${number}`,
    password: secret,
    vendor: 'Bijli',
    model: 'Country',
    connectors: [{ number: 1, type: 'CCS2', current: 'DC', maxPowerW: 60_000 }],
  }));
  return {
    url: `${url.replace('http', 'ws')}/ocpp`,
    chargePoints,
    crowd: demoTags(),
    crowdSamplesAsAsked: true,
    controlSocketPath: demoControlSocket(folder),
  };
}

async function linksByNode({ $client }: Database): Promise<number[]> {
  const { rows } = await $client.query<{ links: number }>(
    `select count(*)::int as links from charger_links where connected_at is not null group by node_id order by 1`,
  );
  return rows.map(({ links }) => links);
}

/** Measures each process during steady operation. */
async function steady({
  stack,
  database,
  databasePid,
  balancers,
  fleetPids,
}: MeasuredStack & { balancers: number[]; fleetPids: number[] }): Promise<
  Pick<CountryFigures, 'nodes' | 'balancers' | 'nats' | 'fleet' | 'databaseCpu' | 'samplesASecond'>
> {
  const nodes = stack.nodes().map(({ pid }) => pid);
  const samples = 'select count(*) from meter_samples';
  const sum = (values: (number | undefined)[]) => values.reduce<number>((all, one) => all + (one ?? Number.NaN), 0);
  const now = () => ({
    nodes: nodes.map(cpuMs),
    balancers: sum(balancers.map(cpuMsWithChildren)),
    nats: cpuMsWithChildren(stack.pids.nats) ?? Number.NaN,
    fleet: sum(fleetPids.map(cpuMs)),
    database: cpuMsWithChildren(databasePid) ?? Number.NaN,
  });
  const samplesBefore = await numberOf(database, samples);
  const [before, since] = [now(), performance.now()];
  await pause(STEADY_MS);
  const [after, ms] = [now(), performance.now() - since];
  const samplesAfter = await numberOf(database, samples);
  const use = (used: number, mb: number): Use => ({ cpu: (used / ms) * 100, mb });
  const held = (pids: number[]): number => sum(pids.map(childrenMb));
  return {
    nodes: nodes.map((pid, at) =>
      use((after.nodes[at] ?? Number.NaN) - (before.nodes[at] ?? 0), memoryMb(pid) ?? Number.NaN),
    ),
    balancers: use(after.balancers - before.balancers, held(balancers)),
    nats: use(after.nats - before.nats, held([stack.pids.nats])),
    fleet: use(after.fleet - before.fleet, sum(fleetPids.map(memoryMb))),
    databaseCpu: ((after.database - before.database) / ms) * 100,
    samplesASecond: ((samplesAfter - samplesBefore) / ms) * 1000,
  };
}
