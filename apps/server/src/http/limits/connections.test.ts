import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import type { TrustedProxies } from '#config/trusted-proxies.ts';
import { TestClock } from '#kernel/clock.ts';
import { eventually } from '#testing/eventually.ts';
import { testServer } from '#testing/server.ts';

/** A server that takes so many connections of one address, reached from addresses of the Internet. */
async function fixture(perAddress: number, trustProxy: TrustedProxies = false) {
  const logged: { event?: string; address?: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const clock = new TestClock('2026-11-20T10:00:00Z');
  const app = await testServer({
    log,
    clock,
    trustProxy,
    connections: { all: 100, perAddress, perSite: perAddress * 2 },
  });
  app.get('/', { config: { limit: 'page' } }, async () => 'served');
  await app.ready();
  let from: string;
  const internet = createServer((socket) => {
    Object.defineProperty(socket, 'remoteAddress', { value: from });
    app.server.emit('connection', socket);
  }).listen(0, '127.0.0.1');
  await once(internet, 'listening');
  const open: Socket[] = [];
  afterAll(async () => {
    for (const each of open) each.destroy();
    internet.close();
    await app.close();
  });

  return {
    logged,
    /** Asks for a page on a connection that it keeps. Undefined if it is cut off unanswered. */
    async hold(address: string): Promise<Socket | undefined> {
      from = address;
      const socket = connect((internet.address() as AddressInfo).port, '127.0.0.1');
      open.push(socket);
      socket.on('error', () => undefined);
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      const answered = once(socket, 'data').then(() => socket);
      return Promise.race([answered, once(socket, 'close').then(() => undefined)]);
    },
  };
}

describe('connections', () => {
  test('of one address are limited to its share; others are served meanwhile, and each closed one makes room', async () => {
    const { hold, logged } = await fixture(2);
    const first = await hold('203.0.113.1');
    expect(await hold('::ffff:203.0.113.1')).toBeDefined();
    expect([await hold('203.0.113.1'), await hold('203.0.113.1')]).toEqual([undefined, undefined]);
    expect(await hold('203.0.113.2')).toBeDefined();
    expect(logged).toMatchObject([{ event: 'http.connections_limited', address: '203.0.113.1' }]);
    first?.destroy();
    await eventually(async () => expect(await hold('203.0.113.1')).toBeDefined());
    expect(await hold('203.0.113.1')).toBeUndefined();
  });

  test('of one IPv6 network are limited like an address, and a site of such networks to twice that here', async () => {
    const { hold } = await fixture(2);
    const holdEach = async (addresses: string[]) => {
      const answers: boolean[] = [];
      for (const address of addresses) answers.push((await hold(address)) !== undefined);
      return answers;
    };
    expect(await holdEach(['2001:db8:1:1::1', '2001:db8:1:1::2', '2001:db8:1:1::3'])).toEqual([true, true, false]);
    expect(await holdEach(['2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:1:4::1'])).toEqual([true, true, false]);
    expect(await holdEach(['2001:db8:2:1::1'])).toEqual([true]);
  });

  test.each<[string, TrustedProxies, string, boolean]>([
    ['a proxy in front that is known by number holds as many as it needs', 1, '203.0.113.1', true],
    ['a proxy in front that is known by address holds as many as it needs', ['10.0.0.0/8'], '10.1.2.3', true],
    ['a stranger who comes past that proxy holds a share', ['10.0.0.0/8'], '203.0.113.1', false],
    ['this machine holds as many as it needs', false, '127.0.0.1', true],
  ])('%s', async (_, trustProxy, address, isFree) => {
    const { hold } = await fixture(1, trustProxy);
    const answers = [await hold(address), await hold(address), await hold(address)];
    expect(answers.map((socket) => socket !== undefined)).toEqual([true, isFree, isFree]);
  });
});
