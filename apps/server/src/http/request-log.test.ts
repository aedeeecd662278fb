import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '#kernel/log.ts';
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

test('requests are logged by method and route with an id that the answer bears, and no secret of theirs [OPS-41]', async () => {
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

test('of a share that is left out, what fails is logged all the same, once a minute for a route [OPS-41]', async () => {
  const { app, answered } = await logging(0);
  await app.inject('/files/a-secret');
  const failed = await app.inject('/failing');
  await app.inject('/failing');
  expect(answered()).toMatchObject([{ route: '/failing', status: 500, requestId: failed.headers['x-request-id'] }]);
  expect(failed.json().message).toContain(failed.headers['x-request-id']);
});
