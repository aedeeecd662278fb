import { expect, test } from 'vitest';
import { openNatsTransport } from '#cluster/nats-transport.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { atEnd } from '#testing/at-end.ts';
import { crowdAt, crowdChargePoints, CROWD_LIMITS } from '#testing/crowd.ts';
import { testLog } from '#testing/log.ts';
import { hasNatsServer, startNats } from '#testing/nats-server.ts';
import { nodeProcess, testNodes } from '#testing/nodes.ts';
import { openSwitch } from '#testing/switch.ts';

/** `npm run test:full -- nodes` has many charge at the node that is killed; it takes minutes. */
const CHARGES = Number(process.env['NODES_CHARGES'] ?? 0);
const RECONNECTED_WITHIN_MS = 60 * SECOND_MS;
const PATIENCE = { timeout: 3 * 60 * SECOND_MS, interval: 500 };

test.skipIf(CHARGES === 0 || !hasNatsServer)(
  'a node that is killed during hundreds of charges loses no stop, starts none twice, keeps no hold and writes no bill twice',
  async () => {
    const nats = await startNats();
    const transport = () => openNatsTransport(nats.url, { name: 'here', log: testLog });
    const [stack] = await testNodes(1, transport, { chargers: crowdChargePoints(CHARGES), env: CROWD_LIMITS });
    if (!stack) return expect.fail();
    const killed = await nodeProcess(stack, nats.url);
    const door = await openSwitch(killed.port);
    atEnd(door.close);
    const crowd = crowdAt(stack);
    const visits = await crowd.charge([...Array(CHARGES).keys()], [`ws://127.0.0.1:${door.port}/ocpp`]);

    killed.child.kill('SIGKILL');
    await killed.ended;
    const from = performance.now();
    await door.refuse();
    await door.pass(Number(new URL(stack.url).port));
    const linkedHere = () =>
      crowd.count('(select count(*) from charger_links where connected_at is not null and node_id = $1)', [
        stack.lease.nodeId,
      ]);
    await expect.poll(linkedHere, PATIENCE).toBe(CHARGES);
    const tookMs = Math.round(performance.now() - from);
    process.stdout.write(`   ${CHARGES} chargers are back after ${tookMs} ms\n`);
    expect(tookMs).toBeLessThan(RECONNECTED_WITHIN_MS);

    await crowd.each(visits, crowd.pressStop);
    await crowd.proveSettled(visits);
  },
  20 * 60 * SECOND_MS,
);
