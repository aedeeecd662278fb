import { expect, test } from 'vitest';
import { openNatsTransport } from '#cluster/nats-transport.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { atEnd } from '#testing/at-end.ts';
import { testLog } from '#testing/log.ts';
import { hasNatsServer, startNats } from '#testing/nats-server.ts';
import { nodeProcess, testNodes } from '#testing/nodes.ts';
import { simulatedDriversAt, simulatedChargePoints, MANY_DRIVERS_LIMITS } from '#testing/simulated-drivers.ts';
import { openTcpProxy } from '#testing/tcp-proxy.ts';

/** `npm run test:full -- nodes` has many charge at the node that is killed; it takes minutes. */
const CHARGES = Number(process.env['NODES_CHARGES'] ?? 0);
const RECONNECTED_WITHIN_MS = 60 * SECOND_MS;
const PATIENCE = { timeout: 3 * 60 * SECOND_MS, interval: 500 };

test.skipIf(CHARGES === 0 || !hasNatsServer)(
  'after a node is killed during hundreds of sessions no stop is lost, none starts twice, no hold stays and no bill is written twice',
  async () => {
    const nats = await startNats();
    const transport = () => openNatsTransport(nats.url, { name: 'here', log: testLog });
    const [stack] = await testNodes(1, transport, {
      chargers: simulatedChargePoints(CHARGES),
      env: MANY_DRIVERS_LIMITS,
    });
    if (!stack) return expect.fail();
    const killed = await nodeProcess(stack, nats.url);
    const door = await openTcpProxy(killed.port);
    atEnd(door.close);
    const drivers = simulatedDriversAt(stack);
    const visits = await drivers.charge([...Array(CHARGES).keys()], [`ws://127.0.0.1:${door.port}/ocpp`]);

    killed.child.kill('SIGKILL');
    await killed.ended;
    const from = performance.now();
    await door.refuse();
    await door.pass(Number(new URL(stack.url).port));
    const linkedHere = () =>
      drivers.count('(select count(*) from charger_links where connected_at is not null and node_id = $1)', [
        stack.lease.nodeId,
      ]);
    await expect.poll(linkedHere, PATIENCE).toBe(CHARGES);
    const tookMs = Math.round(performance.now() - from);
    process.stdout.write(`   ${CHARGES} chargers are back after ${tookMs} ms\n`);
    expect(tookMs).toBeLessThan(RECONNECTED_WITHIN_MS);

    await drivers.each(visits, drivers.pressStop);
    await drivers.proveSettled(visits);
  },
  20 * 60 * SECOND_MS,
);
