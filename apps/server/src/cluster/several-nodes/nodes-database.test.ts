import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openNatsTransport } from '#cluster/nats-transport.ts';
import { openDatabase } from '#db/database.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { atEnd } from '#testing/at-end.ts';
import { testLog } from '#testing/log.ts';
import { hasNatsServer, startNats } from '#testing/nats-server.ts';
import { nodeProcess, testNodes, type NodeProcess, type TestNode } from '#testing/nodes.ts';
import { migrated, ownPostgres, postgresPair, type OwnPostgres } from '#testing/own-postgres.ts';
import {
  simulatedDriversAt,
  simulatedChargePoints,
  MANY_DRIVERS_LIMITS,
  type SimulatedDrivers,
  type Visit,
} from '#testing/simulated-drivers.ts';
import { openTcpProxy } from '#testing/tcp-proxy.ts';

/** Of `npm run test:full -- nodes`. */
const IS_FULL = process.env['NODES_CHARGES'] !== undefined && hasNatsServer;
/** Longer than the lease of a node. */
const AWAY_MS = 10 * SECOND_MS;
const CHARGES = 24;
const STARTS = 8;
const PATIENCE = { timeout: 60 * SECOND_MS, interval: 200 };

/** One after the other, from now on until after what goes wrong. */
async function stopAtChargers(visits: readonly Visit[]): Promise<void> {
  for (const { chargePoint } of visits) {
    await pause(AWAY_MS / visits.length);
    chargePoint.stop(1);
  }
}

const doorsOf = ({ node, other }: Pick<TwoNodes, 'node' | 'other'>) => [
  `${node.url.replace('http', 'ws')}/ocpp`,
  `ws://127.0.0.1:${other.port}/ocpp`,
];

interface TwoNodes {
  node: TestNode;
  other: NodeProcess;
  drivers: SimulatedDrivers;
  /** Both serve. */
  ready(): Promise<void>;
}

/** Two nodes of the database at that address. */
async function twoNodes(postgresUrl: string, chargers: number): Promise<TwoNodes> {
  const nats = await startNats();
  const options = { chargers: simulatedChargePoints(chargers), env: MANY_DRIVERS_LIMITS, postgresUrl };
  const [here] = await testNodes(1, () => openNatsTransport(nats.url, { name: 'here', log: testLog }), options);
  const node = here ?? expect.fail();
  const other = await nodeProcess(node, nats.url);
  const statusOf = async ({ url }: { url: string }) => (await fetch(`${url}/health/ready`)).status;
  return {
    node,
    other,
    drivers: simulatedDriversAt(node),
    async ready() {
      for (const one of [node, other]) await expect.poll(() => statusOf(one), PATIENCE).toBe(200);
    },
  };
}

/**
 * Charges that run, and drivers who start or stop one, or stop at the charger, while that goes wrong; with the verdict.
 */
async function chargeThrough(pair: TwoNodes, from: number, goWrong: () => Promise<void>): Promise<void> {
  const { drivers, other, ready } = pair;
  const doors = doorsOf(pair);
  const indexes = Array.from({ length: CHARGES + STARTS }, (_, index) => from + index);
  const charging = await drivers.charge(indexes.slice(STARTS), doors);
  const starting = await Promise.all(
    indexes.slice(0, STARTS).map((index) => drivers.comes(index, doors[index % 2] ?? '')),
  );
  const [atChargePoint, byDriver, later] = [charging.slice(0, 8), charging.slice(8, 16), charging.slice(16)];
  const pressed = [
    ...starting.map((visit) => drivers.pressStart(visit)),
    ...byDriver.map((visit) => drivers.pressStop(visit)),
  ];
  const atChargers = stopAtChargers(atChargePoint);
  const lostAt = performance.now();
  await goWrong();
  await ready();
  process.stdout.write(`   both nodes are ready ${Math.round(performance.now() - lostAt)} ms after the loss\n`);
  await atChargers;
  await Promise.all(pressed);
  await drivers.each([...starting, ...later], drivers.pressStop);
  await drivers.proveSettled([...charging, ...starting]);
  expect(other.child.exitCode).toBe(null);
}

describe.skipIf(!IS_FULL)('PostgreSQL under two nodes', () => {
  let postgres: OwnPostgres;
  let pair: TwoNodes;
  let stopped: number[] = [];
  let next = 0;

  const goOn = () => stopped.splice(0).forEach((pid) => process.kill(pid, 'SIGCONT'));
  const end = (signal: NodeJS.Signals) => async () => void process.kill(postgres.processes()[0] ?? 0, signal);
  const ways = {
    async 'stands still'() {
      stopped = postgres.processes();
      for (const pid of stopped) process.kill(pid, 'SIGSTOP');
      await pause(AWAY_MS);
      goOn();
    },
    'is stopped in good order and started again': end('SIGINT'),
    'is killed and started again': end('SIGKILL'),
  };

  beforeAll(async () => {
    postgres = await migrated(await ownPostgres());
    pair = await twoNodes(postgres.url, Object.keys(ways).length * (CHARGES + STARTS));
  });
  afterAll(goOn);

  test.each(Object.entries(ways))(
    'charges continue while it %s: no stop is lost, none starts twice, and the ledger is right',
    async (_, goWrong) => {
      const from = next;
      next += CHARGES + STARTS;
      await chargeThrough(pair, from, goWrong);
    },
    5 * 60 * SECOND_MS,
  );
});

test.skipIf(!IS_FULL)(
  'when the machine of PostgreSQL dies, its synchronous standby takes over at the same address: acknowledged data is there, no stop is lost, none starts twice, and the ledger is right',
  async () => {
    const { first, standby } = await postgresPair();
    const address = await openTcpProxy(first.port);
    atEnd(address.close);
    const at = Object.assign(new URL(first.url), { port: String(address.port) }).href;
    const database = openDatabase(standby.url, testLog, 1);
    atEnd(() => database.$client.end());
    const pair = await twoNodes(at, CHARGES + STARTS);
    const statusOf = async ({ url }: { url: string }) => (await fetch(`${url}/health/ready`)).status;
    const { rows } = await pair.node.database.$client.query('select sync_state from pg_stat_replication');
    expect(rows).toEqual([{ sync_state: 'sync' }]);
    await chargeThrough(pair, 0, async () => {
      // All of it at once, so that nothing more is written; what comes back by itself leads nobody anywhere.
      process.kill(first.processes()[0] ?? 0, 'SIGKILL');
      await address.refuse();
      await first.stop();
      // Too early: the standby only reads yet.
      await address.pass(standby.port);
      for (const node of [pair.node, pair.other]) await expect.poll(() => statusOf(node), PATIENCE).toBe(503);
      await pause(AWAY_MS);
      await database.$client.query('select pg_promote()');
    });
  },
  5 * 60 * SECOND_MS,
);
