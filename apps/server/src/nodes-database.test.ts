import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openNatsWire } from '#cluster/nats-wire.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { createCrowd, crowdChargers, CROWD_LIMITS, type Crowd, type Visit } from '#testing/crowd.ts';
import { testLog } from '#testing/log.ts';
import { hasNatsServer, startNats } from '#testing/nats-server.ts';
import { nodeProcess, testNodes, type NodeProcess, type TestNode } from '#testing/nodes.ts';
import { migrated, ownPostgres, type OwnPostgres } from '#testing/own-postgres.ts';

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

describe.skipIf(!IS_FULL)('PostgreSQL under two nodes', () => {
  let postgres: OwnPostgres;
  let node: TestNode;
  let other: NodeProcess;
  let crowd: Crowd;
  let stopped: number[] = [];
  let next = 0;

  const goOn = () => stopped.splice(0).forEach((pid) => process.kill(pid, 'SIGCONT'));
  const endWith = (signal: NodeJS.Signals) => () => process.kill(postgres.processes()[0] ?? 0, signal);
  const ways = {
    'stands still': {
      lose() {
        stopped = postgres.processes();
        for (const pid of stopped) process.kill(pid, 'SIGSTOP');
      },
      async back() {
        await pause(AWAY_MS);
        goOn();
      },
    },
    'is stopped in good order and started again': { lose: endWith('SIGINT'), back: async () => {} },
    'is killed and started again': { lose: endWith('SIGKILL'), back: async () => {} },
  };

  beforeAll(async () => {
    const nats = await startNats();
    postgres = await migrated(await ownPostgres());
    const chargers = crowdChargers(Object.keys(ways).length * (CHARGES + STARTS));
    const options = { chargers, env: CROWD_LIMITS, postgresUrl: postgres.url };
    const [here] = await testNodes(1, () => openNatsWire(nats.url, { name: 'here', log: testLog }), options);
    node = here ?? expect.fail();
    other = await nodeProcess(node, nats.url);
    crowd = createCrowd(node);
  });
  afterAll(goOn);

  test.each(Object.entries(ways))(
    'charges go on while it %s: no stop is lost, none starts twice, and the books are in order',
    async (_, { lose, back }) => {
      const doors = [`${node.url.replace('http', 'ws')}/ocpp`, `ws://127.0.0.1:${other.port}/ocpp`];
      const indexes = Array.from({ length: CHARGES + STARTS }, () => next++);
      const charging = await crowd.charge(indexes.slice(STARTS), doors);
      const starting = await Promise.all(
        indexes.slice(0, STARTS).map((index) => crowd.comes(index, doors[index % 2] ?? '')),
      );
      const [atCharger, byDriver, later] = [charging.slice(0, 8), charging.slice(8, 16), charging.slice(16)];

      const pressed = [
        ...starting.map((visit) => crowd.pressStart(visit)),
        ...byDriver.map((visit) => crowd.pressStop(visit)),
      ];
      const atChargers = stopAtChargers(atCharger);
      lose();
      const lostAt = performance.now();
      await back();
      for (const { url } of [node, other])
        await expect.poll(async () => (await fetch(`${url}/health/ready`)).status, PATIENCE).toBe(200);
      process.stdout.write(`   both nodes are ready ${Math.round(performance.now() - lostAt)} ms after the loss\n`);
      await atChargers;
      await Promise.all(pressed);
      await crowd.each([...starting, ...later], crowd.pressStop);
      await crowd.proveSettled([...charging, ...starting]);
      expect(other.child.exitCode).toBe(null);
    },
    5 * 60 * SECOND_MS,
  );
});
