import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { api } from '@bijli/contract/api';
import { createInProcessTransports } from '#cluster/in-process-transport.ts';
import { systemClock } from '#kernel/clock.ts';
import { eventually } from '#testing/eventually.ts';
import { hasHaproxy, startHaproxy } from '#testing/haproxy.ts';
import { testNodes } from '#testing/nodes.ts';

test.skipIf(!hasHaproxy)(
  'behind the balancer of deploy/ chargers go to the node with the fewest, and to the other node when one ends; health and internal headers are not passed on',
  async () => {
    const nodes = await testNodes(2, createInProcessTransports(systemClock), { env: { TRUST_PROXY: 'loopback' } });
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

test.skipIf(!hasHaproxy)('the balancer waits longer for a node that stores a file than for other answers', async () => {
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
});

test.skipIf(!hasHaproxy)(
  'the balancer spreads requests evenly whatever links the nodes have, and gives few to a node that has just started',
  async () => {
    let isStarted = false;
    const answered = { old: 0, new: 0 };
    const nodeUrl = async (name: keyof typeof answered): Promise<string> => {
      const node = createServer((request, response) => {
        const isReady = name === 'old' || isStarted;
        if (request.url === '/health/ready') response.statusCode = isReady ? 200 : 503;
        else if (isReady) answered[name] += 1;
        response.end();
      });
      const links = new WebSocketServer({ server: node });
      await once(node.listen(0, '127.0.0.1'), 'listening');
      onTestFinished(() => {
        for (const link of links.clients) link.terminate();
        node.close();
        node.closeAllConnections();
      });
      return `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
    };
    const url = await startHaproxy([await nodeUrl('old'), await nodeUrl('new')], { lookMs: 300 });
    const ask = (times: number) => Promise.all(Array.from({ length: times }, async () => (await fetch(url)).text()));
    // The new one is seen to be away, then takes its first request.
    await eventually(async () => {
      answered.old = 0;
      await ask(10);
      expect(answered.old).toBe(10);
    });
    await Promise.all(Array.from({ length: 20 }, () => once(new WebSocket(url.replace('http', 'ws')), 'open')));
    isStarted = true;
    await eventually(async () => {
      await ask(1);
      expect(answered.new).toBeGreaterThan(0);
    });
    Object.assign(answered, { old: 0, new: 0 });
    await ask(100);
    expect(answered.old + answered.new).toBe(100);
    expect(answered.new).toBeLessThan(35);
  },
);
