import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '#kernel/log.ts';
import { traceWith } from '#kernel/trace.ts';
import { eventually } from '#testing/eventually.ts';
import { testServer } from '#testing/server.ts';

/** A server whose routes answer, or fail; what it logs of requests. */
async function logging(requestLogPercent: number) {
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  const app = await testServer({ log, requestLogPercent });
  onTestFinished(() => app.close());
  app.get('/files/:secret', { config: { limit: 'read' } }, async () => ({ ok: true }));
  app.get('/failing', { config: { limit: 'read' } }, async () => Promise.reject(new Error('a bug')));
  const answered = () => lines.filter(({ event }) => event === 'http.answered');
  return { app, answered, lines };
}

test('requests are logged by method and route with the id of the answer, and without secrets [OPS-41]', async () => {
  const { app, answered, lines } = await logging(100);
  const headers = { authorization: 'Bearer a-token', cookie: 'device=a-cookie' };
  const { headers: said } = await app.inject({ url: '/files/a-secret?code=123456', headers });
  await app.inject({ method: 'POST', url: '/no/a-secret', headers, payload: { password: 'a-password' } });
  expect(answered()).toMatchObject([
    { level: 30, method: 'GET', route: '/files/:secret', status: 200, requestId: said['x-request-id'] },
    { method: 'POST', route: 'none', status: 404 },
  ]);
  expect(said['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  expect(JSON.stringify(lines)).not.toMatch(/a-token|a-cookie|a-secret|123456|a-password/);
});

test('failed requests are logged even if their share is not, once a minute for each route [OPS-41]', async () => {
  const { app, answered } = await logging(0);
  await app.inject('/files/a-secret');
  const failed = await app.inject('/failing');
  await app.inject('/failing');
  expect(answered()).toMatchObject([{ route: '/failing', status: 500, requestId: failed.headers['x-request-id'] }]);
  expect(failed.json().message).toContain(failed.headers['x-request-id']);
});

test('an answer to an unreadable path has an id too', async () => {
  const { app } = await logging(0);
  const { statusCode, headers } = await app.inject('/a/%ff');
  expect([statusCode, headers['x-request-id']]).toEqual([400, expect.stringMatching(/^[\da-f-]{36}$/)]);
});

test('a request whose caller hangs up before the answer ends in the log and in its trace, once [OPS-41]', async () => {
  const { app, lines } = await logging(100);
  const ends: unknown[] = [];
  const ids = { traceId: 'a-trace', spanId: 'a-span' };
  traceWith({ begin: (name) => ({ name, ids, end: (outcome) => void ends.push([name, outcome]) }) });
  onTestFinished(() => traceWith(undefined));
  const [begun, mayAnswer, answered] = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
  app.post('/slow', { config: { limit: 'write' } }, async () => {
    begun?.resolve();
    await mayAnswer?.promise;
    setImmediate(() => answered?.resolve());
    return {};
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
  await begun?.promise;
  const gone = once(socket, 'close');
  socket.destroy();
  await gone;
  const ended = () => lines.filter(({ event }) => String(event).endsWith('answered'));
  await eventually(async () => expect(ended()).toHaveLength(1));
  mayAnswer?.resolve();
  await answered?.promise;
  expect(ended()).toMatchObject([{ event: 'http.unanswered', method: 'POST', route: '/slow', traceId: 'a-trace' }]);
  expect(ended()[0]).not.toHaveProperty('status');
  expect(ends).toEqual([['POST /slow', { facts: { 'bijli.answered': false } }]]);
});
