import { afterAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { providerAddresses } from '@bijli/payment-sandbox/demo';
import { freePort } from '@bijli/server/kernel/free-port';
import { databaseUrl, testDatabase } from '@bijli/server/testing/database';
import { openTcpProxy, type TcpProxy } from '@bijli/server/testing/tcp-proxy';
import { startNode, type LoggedNode } from '../parts/logged-node.ts';
import { stackFixture, PATIENCE } from '../testing.ts';

/**
 * How the first node fails: it is killed, or for the long test stopped in the middle, so that its lease must run out.
 */
const PAUSED = process.env['NODE_PAUSED'] === '1';
const TAKEN_OVER_WITHIN_MS = 12_000;

const direct = databaseUrl(await testDatabase());
let front: TcpProxy;
const fixture = await stackFixture(
  { DATABASE_URL: direct },
  {
    databaseUrl: direct,
    async front(url) {
      front = await openTcpProxy(Number(new URL(url).port));
      return `http://127.0.0.1:${front.port}`;
    },
  },
);
const { stack } = fixture;
const nodes: LoggedNode[] = [];
afterAll(async () => {
  for (const node of nodes) node.signal('SIGTERM');
  await Promise.all(nodes.map(({ ended }) => ended));
  await front.close();
});

async function anotherNode(): Promise<LoggedNode> {
  const node = await startNode({
    ...providerAddresses(stack.sandboxUrl),
    DATABASE_URL: direct,
    DATA_DIR: fixture.dataDir,
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    PUBLIC_URL: stack.url,
    METER_SAMPLE_SECONDS: '1',
  });
  nodes.push(node);
  return node;
}

async function health({ url }: LoggedNode) {
  const answer = await fetch(`${url}/health/ready`);
  return { status: answer.status, body: await answer.json() };
}

test('a second node on the same database waits, changes nothing, and takes over when the first is gone; the session continues. A node that shuts down hands over at once, and one that returns waits [OPS-1, OPS-2, OPS-3]', async () => {
  const { driver, chargePoint, bookingId, flows, endsSettled } = await fixture.runningSession();

  const second = await anotherNode();
  expect(second.waits).toBe('standby');
  expect(second.logged().filter(({ event }) => event === 'node.standby')).toHaveLength(1);
  expect(await health(second)).toEqual({ status: 503, body: { status: 'standby', reason: expect.any(String) } });
  expect((await fetch(`${second.url}/health/live`)).status).toBe(200);
  const call = await fetch(`${second.url}/api-v1/user/get-wallet`, { headers: { 'accept-language': 'hi' } });
  expect({ status: call.status, again: call.headers.get('retry-after'), body: await call.json() }).toEqual({
    status: 503,
    again: '5',
    body: { success: false, message: expect.stringContaining('सेवा'), code: 'unavailable' },
  });
  const socket = new WebSocket(`${second.url.replace('http', 'ws')}/ocpp/${chargePoint.place.chargePointId}`, [
    'ocpp1.6',
  ]);
  const refusal = await new Promise<number | undefined>((answered) => {
    socket.on('error', () => {});
    socket.once('unexpected-response', (_request, { statusCode }) => answered(statusCode));
  });
  expect(refusal).toBe(503);
  await flows(Date.now());
  expect((await driver.ongoing()).booking_id).toBe(bookingId);

  const first = stack.server();
  const goneAtMs = performance.now();
  if (PAUSED) process.kill(first.pid, 'SIGSTOP');
  else await first.kill();
  await front.refuse();
  await front.pass(Number(new URL(second.url).port));
  await vi.waitUntil(async () => (await health(second).catch(() => undefined))?.status === 200, PATIENCE);
  const tookMs = Math.round(performance.now() - goneAtMs);
  process.stdout.write(`   taken over after ${tookMs} ms\n`);
  if (PAUSED) expect(tookMs).toBeLessThanOrEqual(TAKEN_OVER_WITHIN_MS);

  const back = Date.now();
  await chargePoint.said(/ online$/);
  await flows(back);
  expect((await driver.ongoing()).booking_id).toBe(bookingId);
  if (PAUSED) {
    process.kill(first.pid, 'SIGCONT');
    expect(await first.ended).toBe('75');
  }
  await endsSettled();

  const third = await anotherNode();
  expect(third.waits).toBe('standby');
  second.signal('SIGTERM');
  expect(await second.ended).toBe('0');
  await vi.waitUntil(async () => (await health(third).catch(() => undefined))?.status === 200, PATIENCE);
  const fourth = await anotherNode();
  expect(fourth.waits).toBe('standby');
  expect((await health(third)).status).toBe(200);
});
