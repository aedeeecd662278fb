import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { api } from '@bijli/contract/api';
import { TestClock } from '#kernel/clock.ts';
import { testApp } from '#testing/app.ts';

const clock = new TestClock('2026-11-20T10:00:00Z');
const { app, url, chargePoint } = await testApp({ clock });

async function answered(path: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url + path);
  return { status: response.status, body: await response.json() };
}

test('a draining server is not ready and accepts no socket, but answers calls until its last link has ended [OPS-18]', async () => {
  await chargePoint('FAST-1');
  await chargePoint('SLOW-1');
  const { centralSystem } = app.modules;
  const online = () => ['FAST-1', 'SLOW-1'].filter(centralSystem.isOnline);
  expect(online()).toHaveLength(2);
  expect((await answered('/health/ready')).status).toBe(200);

  const closed = app.close(2_000);
  await expect.poll(online).toHaveLength(1);
  expect(await answered('/health/ready')).toMatchObject({
    status: 503,
    body: { status: 'unavailable', reason: 'the server is ending' },
  });
  expect((await answered('/health/live')).status).toBe(200);
  expect((await answered(api.clientConfig.path)).status).toBe(200);
  const screen = new WebSocket(`${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  const [request, refused] = (await once(screen, 'unexpected-response')) as [
    { destroy(): void },
    { statusCode: number; headers: Record<string, string> },
  ];
  request.destroy();
  expect(refused).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } });

  clock.advance(1_000);
  await closed;
  expect(online()).toEqual([]);
  await expect(fetch(`${url}/health/live`)).rejects.toThrow('fetch failed');
});
