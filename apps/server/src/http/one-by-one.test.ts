import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { TrustedProxies } from '../config-proxy.ts';
import { eventually } from '#testing/eventually.ts';
import { testServer } from '#testing/server.ts';

const CONNECTIONS = 8;

/** Brings a server connections of these addresses at one moment, each with a request that has come already. */
async function stage(trustProxy: TrustedProxies, addresses: string[]) {
  const app = await testServer({ trustProxy });
  app.get('/', { config: { limit: 'page' } }, async () => 'served');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const brought: Socket[] = [];
  const internet = createServer((socket) => void brought.push(socket)).listen(0, '127.0.0.1');
  await once(internet, 'listening');
  const { port } = internet.address() as AddressInfo;
  const callers = addresses.map(() => connect(port, '127.0.0.1'));
  onTestFinished(async () => {
    for (const each of [...callers, ...brought]) each.destroy();
    internet.close();
    await app.close();
  });
  for (const caller of callers) caller.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await eventually(() => expect(brought.filter(({ bytesRead }) => bytesRead > 0)).toHaveLength(addresses.length));
  return {
    app,
    callers,
    brought,
    bring(): void {
      for (const [nth, socket] of brought.entries()) {
        Object.defineProperty(socket, 'remoteAddress', { value: addresses[nth] });
        app.server.emit('connection', socket);
      }
    },
    /** How many requests are read in each turn of the event loop in which any is. */
    async readByTurn(): Promise<number[]> {
      const reads: number[] = [];
      let [isOver, now] = [false, 0];
      app.server.on('request', () => (now += 1));
      const look = (): void => {
        if (now > 0) reads.push(now);
        now = 0;
        if (!isOver) setImmediate(look);
      };
      setImmediate(look);
      await eventually(() => expect(reads.reduce((sum, each) => sum + each, now)).toBe(addresses.length));
      isOver = true;
      return reads;
    },
  };
}

const ofOne = Array.from({ length: CONNECTIONS }, () => '203.0.113.1');
const ofMany = Array.from({ length: CONNECTIONS }, (_, nth) => `203.0.113.${nth}`);

test.each<[string, TrustedProxies, string[], number]>([
  ['one address brings are read one in a turn', false, ofOne, 1],
  ['many addresses bring are read as they come', false, ofMany, CONNECTIONS],
  ['a proxy brings are read as they come', ['203.0.113.1'], ofOne, CONNECTIONS],
])('connections that %s', async (_, trustProxy, addresses, mostInTurn) => {
  const { bring, readByTurn } = await stage(trustProxy, addresses);
  const read = readByTurn();
  bring();
  expect(Math.max(...(await read))).toBe(mostInTurn);
});

test('whoever breaks off while it waits ends nothing, and the others are read', async () => {
  const { app, brought, bring, callers } = await stage(false, ofOne);
  bring();
  brought[1]?.destroy(new Error('the connection was reset'));
  const answers = callers.filter((_, nth) => nth !== 1).map((caller) => once(caller, 'data'));
  const said = await Promise.all(answers);
  expect(said.every(([data]) => String(data).includes('served'))).toBe(true);
  expect(app.server.listening).toBe(true);
});

test('what waits while the server is closed is let go', async () => {
  const { app, bring, callers } = await stage(false, ofOne);
  const gone = Promise.all(callers.map((caller) => once(caller.resume(), 'close')));
  bring();
  await app.close();
  await gone;
});
