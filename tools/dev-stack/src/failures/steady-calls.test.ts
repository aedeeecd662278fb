import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { atEnd } from '@bijli/server/testing/at-end';
import { callSteadily } from './steady-calls.ts';

/** Answers late, so that calls are under way at any time. */
async function slowServer() {
  let asked = 0;
  const server = createServer(async (_, response) => {
    asked += 1;
    await pause(400);
    response.writeHead(502).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked };
}

test('calls that still run when the caller is stopped are reported too', async () => {
  const { url, asked } = await slowServer();
  const calls = await callSteadily({ url, tokens: ['t'], everyMs: 20 });
  await vi.waitUntil(() => asked() > 30, { timeout: 20_000 });
  const ended = await calls.stop();
  expect(ended).toHaveLength(asked());
  for (const { failure } of ended) expect(failure).toBeDefined();
});

test('if the calling process is killed, its stop fails, because calls may be missing', async () => {
  const { url, asked } = await slowServer();
  const calls = await callSteadily({ url, tokens: ['t'], everyMs: 20 });
  await vi.waitUntil(() => asked() > 0, { timeout: 20_000 });
  process.kill(calls.pid, 'SIGKILL');
  await expect(calls.stop()).rejects.toThrow('SIGKILL');
});
