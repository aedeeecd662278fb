import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { eventually } from '#testing/eventually.ts';
import { testServer } from '#testing/server.ts';
import { bearerOf } from '../caller.ts';

const GET = 'GET /slow HTTP/1.1\r\nHost: x\r\n';

/** A server whose one page is answered when it is told to. */
async function fixture(options: Parameters<typeof testServer>[0] = {}) {
  const clock = new TestClock('2026-11-20T10:00:00Z');
  const authenticate = async (token: string) => (token.startsWith('good') ? { driverId: 1 } : undefined);
  const logged: { event?: string; address?: string }[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const app = await testServer({ log, clock, authenticate, requestsAtOnce: 1, ...options });
  const atWork: (() => void)[] = [];
  const callers: string[] = [];
  const heard: (() => void)[] = [];
  app.route({
    method: ['GET', 'POST'],
    url: '/slow',
    config: { limit: 'read' },
    handler(request) {
      callers.push(bearerOf(request));
      heard.shift()?.();
      return new Promise<string>((answer) => atWork.push(() => answer('done')));
    },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });
  return {
    app,
    logged,
    clock,
    atWork,
    /** The token of each that was begun. */
    callers,
    /** Settles when the next request is at work. */
    next: () => new Promise<void>((begins) => heard.push(begins)),
    open(): Socket {
      const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
      sockets.push(socket.on('error', () => socket.destroy()));
      return socket;
    },
  };
}

const of = (token: string): string => `${GET}Authorization: Bearer ${token}\r\n\r\n`;

test('a driver’s calls wait for each other, but not for those of strangers or other drivers', async () => {
  const { atWork, callers, next, open } = await fixture();
  // A token counts for itself once it is known.
  for (const token of ['good-1', 'good-2']) {
    const known = next();
    const socket = open();
    socket.write(of(token));
    await known;
    atWork.shift()?.();
    await once(socket, 'data');
  }
  const begun = [next(), next(), next(), next()];
  const requests = [`${GET}\r\n`, of('good-1'), of('good-1'), of('good-2')];
  for (const request of requests) open().write(request);
  await Promise.all(begun.slice(0, 3));
  for (const answer of atWork) answer();
  await begun[3];
  expect(callers.slice(2, 5).toSorted()).toEqual(['', 'good-1', 'good-2']);
  expect(callers[5]).toBe('good-1');
});

test('a caller who hangs up before its turn is not served', async () => {
  const { app, atWork, next, open } = await fixture();
  const first = next();
  const [one, two] = [open(), open()];
  one.write(`${GET}\r\n`);
  await first;
  const asked = once(app.server, 'request');
  two.write(`${GET}\r\n`);
  const [{ socket }] = (await asked) as [IncomingMessage];
  const gone = once(socket, 'close');
  two.destroy();
  await gone;
  const third = next();
  open().write(`${GET}\r\n`);
  atWork[0]?.();
  await third;
  expect(atWork).toHaveLength(2);
});

test('a caller who hangs up before its request is admitted is not reported as a bug of the server', async () => {
  const { app, callers, logged, open } = await fixture();
  // As the system answers of a connection that was reset before it was accepted; what it brought is read all the same.
  app.server.prependOnceListener('connection', (socket: Socket) =>
    Object.defineProperty(socket, 'remoteAddress', { value: undefined }),
  );
  open().write(`${GET}\r\n`);
  await eventually(() => expect({ callers, logged }).toEqual({ callers: [''], logged: [] }));
});

test('a connection with too many unanswered requests is cut off after a while; the next one is served', async () => {
  const { app, clock, atWork, logged, next, open } = await fixture();
  const first = next();
  const connected = once(app.server, 'connection');
  const flood = open();
  const [server] = (await connected) as [Socket];
  let read = 0;
  app.server.on('request', ({ socket }) => (read += Number(socket === server)));
  flood.write(`${GET}\r\n`.repeat(1000));
  await first;
  await eventually(() => expect(server.isPaused()).toBe(true));
  expect(read).toBe(5);
  const before = server.bytesRead;
  flood.write(`${GET}\r\n`.repeat(5));
  let isCut = false;
  const cut = new Promise<void>((ended) => flood.once('close', () => ended())).then(() => (isCut = true));
  clock.advance(999);
  const second = next();
  open().write(`${GET}\r\n`);
  await second;
  expect([isCut, server.bytesRead, atWork.length]).toEqual([false, before, 2]);
  expect(logged).toMatchObject([{ event: 'http.unread_answers', address: '127.0.0.1' }]);
  clock.advance(2001);
  await cut;
  expect(flood.bytesRead).toBe(0);
});

test('while the server waits for a body the next call is served; the first has its turn when the body is there', async () => {
  const { callers, atWork, next, open } = await fixture();
  const slow = open();
  slow.write('POST /slow HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{');
  const other = next();
  open().write(`${GET}\r\n`);
  await other;
  const own = next();
  slow.write('}');
  atWork[0]?.();
  await own;
  expect(callers).toHaveLength(2);
});

test('a proxy’s connection is not cut off, because others use it', async () => {
  const { atWork, next, open } = await fixture({ trustProxy: ['127.0.0.1'] });
  const first = next();
  const flood = open();
  flood.write(`${GET}\r\n`.repeat(17));
  await first;
  const answered = once(flood, 'data');
  atWork[0]?.();
  expect(String(await answered)).toContain('done');
});
