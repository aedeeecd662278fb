import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { api } from '@bijli/contract/api';
import { createInProcessWires } from '#cluster/in-process-wire.ts';
import { systemClock } from '#kernel/clock.ts';
import { eventually } from '#testing/eventually.ts';
import { hasHaproxy, startHaproxy } from '#testing/haproxy.ts';
import { testNodes } from '#testing/nodes.ts';

test.skipIf(!hasHaproxy)(
  'behind the balancer of deploy/ chargers go to the node with the fewest, and all to the other once one ends; health and headers of its own get through to nobody',
  async () => {
    const nodes = await testNodes(2, createInProcessWires(systemClock), { env: { TRUST_PROXY: 'loopback' } });
    const url = await startHaproxy(nodes.map((node) => node.url));
    const [a, b] = nodes;
    if (!a || !b) throw new Error('There are not two nodes.');
    const through = { url: `${url.replace('http', 'ws')}/ocpp` };
    const online = (node: typeof a) => ['FAST-1', 'SLOW-1'].filter(node.app.modules.centralSystem.isOnline);
    // Both are in order by now.
    await eventually(async () => {
      await a.switchOff();
      await a.chargePoint('FAST-1', through);
      await a.chargePoint('SLOW-1', through);
      expect([online(a).length, online(b).length]).toEqual([1, 1]);
    });
    expect((await fetch(`${url}/health/ready`)).status).toBe(404);
    expect((await fetch(url + api.clientConfig.path)).status).toBe(200);

    const closed = a.app.close();
    await eventually(() => expect(online(b)).toHaveLength(2));
    await closed;
    expect((await fetch(url + api.clientConfig.path)).status).toBe(200);
  },
);

test.skipIf(!hasHaproxy)(
  'the balancer waits for a node that stores a file for longer than for any other answer',
  async () => {
    const storing = Promise.withResolvers<ServerResponse>();
    const node = createServer(async (request, response) => {
      if (request.url?.startsWith('/health/')) return response.end();
      await buffer(request);
      if (request.method === 'PUT') storing.resolve(response);
      return undefined;
    });
    await once(node.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void node.close());
    const nodeUrl = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
    const url = await startHaproxy([nodeUrl, nodeUrl, nodeUrl], { silenceMs: 500 });
    const brought = fetch(`${url}/charger-files/key/log.zip`, { method: 'PUT', body: 'a log' });
    const response = await storing.promise;
    expect((await fetch(`${url}/slow`)).status).toBe(504);
    response.writeHead(201).end();
    expect((await brought).status).toBe(201);
  },
);
