import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { testServer } from '#testing/server.ts';
import { bearerOf } from './caller.ts';

const GET = 'GET /slow HTTP/1.1\r\nHost: x\r\n';

/** A server whose one page is answered when it is told to. */
async function stage(options: Parameters<typeof testServer>[0] = {}) {
  const clock = new TestClock('2026-11-20T10:00:00Z');
  const authenticate = async (token: string) => (token.startsWith('good') ? { driverId: 1 } : undefined);
  const app = await testServer({ clock, authenticate, requestsAtOnce: 1, ...options });
  const atWork: (() => void)[] = [];
  const callers: string[] = [];
  const heard: (() => void)[] = [];
  app.get('/slow', { config: { limit: 'read' } }, (request) => {
    callers.push(bearerOf(request));
    heard.shift()?.();
    return new Promise<string>((answer) => atWork.push(() => answer('done')));
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });
  return {
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

test('a driver’s calls wait for their own, and not for those of strangers or of other drivers', async () => {
  const { atWork, callers, next, open } = await stage();
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

test('whoever has hung up before its turn is not served', async () => {
  const { atWork, next, open } = await stage();
  const first = next();
  const [one, two] = [open(), open()];
  one.write(`${GET}\r\n`);
  await first;
  two.end(`${GET}\r\n`);
  two.resume();
  await new Promise(setImmediate);
  two.destroy();
  const third = next();
  open().write(`${GET}\r\n`);
  atWork[0]?.();
  await third;
  expect(atWork).toHaveLength(2);
});

test('a connection that brings more than is read is cut off unanswered, and not at once; the next is served', async () => {
  const { clock, atWork, next, open } = await stage();
  const first = next();
  const flood = open();
  flood.write(`${GET}\r\n`.repeat(17));
  await first;
  let isCut = false;
  const cut = once(flood, 'close').then(() => (isCut = true));
  clock.advance(499);
  const second = next();
  open().write(`${GET}\r\n`);
  await second;
  expect(isCut).toBe(false);
  clock.advance(1001);
  await cut;
  expect([flood.bytesRead, atWork.length]).toEqual([0, 2]);
});

test('what a proxy brings is not cut off, since others use its connections', async () => {
  const { atWork, next, open } = await stage({ trustProxy: ['127.0.0.1'] });
  const first = next();
  const flood = open();
  flood.write(`${GET}\r\n`.repeat(17));
  await first;
  const answered = once(flood, 'data');
  atWork[0]?.();
  expect(String(await answered)).toContain('done');
});
