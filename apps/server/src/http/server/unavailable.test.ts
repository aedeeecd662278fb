import { sql } from 'drizzle-orm';
import { io } from 'socket.io-client';
import { afterAll, expect, test, vi } from 'vitest';
import { api } from '@bijli/contract/api';
import type { Endpoint } from '@bijli/contract/endpoint';
import { socketEvent, SOCKET_OPTIONS, type LiveMeterValue } from '@bijli/contract/realtime';
import type { PoolSize } from '#db/connections/workload-pool.ts';
import { openServerDatabase, SERVER_POOLS, type Database } from '#db/database.ts';
import { testApp } from '#testing/app.ts';
import { fastStart } from '#testing/bare-transaction.ts';
import { liveSocket } from '#testing/live-socket.ts';
import { testLog } from '#testing/log.ts';
import { testServer } from '#testing/server.ts';
import { openTcpProxy, type TcpProxy } from '#testing/tcp-proxy.ts';

/**
 * As a server's, but told sooner. They hold while the database is there, too, so they are long enough for a busy
 * machine; what is told is asked for at once instead.
 */
const hasty = ({ connections }: PoolSize): PoolSize => ({
  connections,
  connectMs: 3000,
  statementMs: 3000,
  lockMs: 2500,
});
const POOLS = {
  ...SERVER_POOLS,
  http: hasty(SERVER_POOLS.http),
  sockets: hasty(SERVER_POOLS.sockets),
  chargePoints: hasty(SERVER_POOLS.chargePoints),
  background: hasty(SERVER_POOLS.background),
};

let wire: TcpProxy;
async function reach(url: string): Promise<Database> {
  const address = new URL(url);
  wire = await openTcpProxy(Number(address.port));
  address.port = String(wire.port);
  const database = openServerDatabase(address.href, testLog, { pools: POOLS });
  afterAll(async () => {
    await wire.pass();
    await database.$client.end();
    await wire.close();
  });
  return database;
}

const stack = await testApp({ reach });
const { database } = stack.app;
const chargePoint = await stack.chargePoint('FAST-1');
const driver = await stack.driver('9677000001', 500);
const pages = await testServer();
const asPage = { config: { limit: 'page' as const } };
pages.get('/page', asPage, async () => (await database.execute(sql`select 1 as found`)).rows);
pages.post('/page', asPage, async () => (await database.execute(sql`select 1 as found`)).rows);
afterAll(() => pages.close());

const headers = {
  authorization: `Bearer ${driver.token}`,
  'accept-language': 'hi',
  'content-type': 'application/json',
};
const away = { success: false, message: expect.stringContaining('सेवा'), code: 'unavailable' };

async function call({ method, path }: Endpoint) {
  const url = `${stack.url}${path.replaceAll(/:\w+/g, 'x')}`;
  const response = await fetch(url, { method, headers, ...(method !== 'GET' && { body: '{}' }) });
  const { status } = response;
  const text = await response.text();
  const retryAfter = response.headers.get('retry-after');
  return { path, status, retryAfter, answer: text.startsWith('{') ? (JSON.parse(text) as unknown) : text };
}

/** Every call that these callers may make, all at once. */
function callsOf(who: Endpoint['caller']) {
  const calls = Object.values<Endpoint>(api).filter(({ caller }) => caller === who);
  return Promise.all(calls.map(call));
}

async function health() {
  const response = await fetch(`${stack.url}/health/ready`);
  return { status: response.status, body: await response.json() };
}

const ways = {
  'does not answer': { connector: 1, lose: () => wire.hang() },
  'cannot be reached': { connector: 2, lose: () => wire.refuse() },
};
for (const [how, { connector, lose }] of Object.entries(ways)) {
  test(`while the database ${how} every call says so and when to return, and the session continues when it is back [OPS-10]`, async () => {
    chargePoint.plug(connector, { batteryWh: 60_000, soc: 40, maxPowerW: 150_000 });
    const screen = await liveSocket(stack.url, driver.token);
    const { invoice_number: booking } = await driver.ask('remoteStart', { body: fastStart(connector, 10) });
    const meter = socketEvent.meterValue('FAST-1', connector);
    await screen.next<LiveMeterValue>(meter, ({ unit }) => unit > 0);
    expect(await health()).toMatchObject({ status: 200, body: { status: 'ok' } });

    await lose();
    // Told no, a client would stay away for good; left without a line it tries again by itself.
    const socket = io(stack.url, { ...SOCKET_OPTIONS, auth: { token: driver.token }, forceNew: true });
    const [probes, live, drivers, anyones] = await Promise.all([
      Promise.all([health(), health(), health()]),
      fetch(`${stack.url}/health/live`),
      callsOf('driver'),
      callsOf('anyone'),
      new Promise<void>((left) => socket.io.once('close', () => left())),
    ]);
    expect(socket.connected).toBe(false);
    for (const probe of probes)
      expect(probe).toMatchObject({ status: 503, body: { status: 'unavailable', reason: expect.any(String) } });
    expect(live.status).toBe(200);
    for (const { path, ...answered } of drivers)
      expect(answered, path).toEqual({ status: 503, retryAfter: '5', answer: away });
    for (const { path, status, answer } of anyones) {
      // Some need no database.
      expect(status === 503 || status < 500, `${path} ${status}`).toBe(true);
      if (status === 503 && !path.startsWith('/health')) expect(answer, path).toEqual(away);
    }

    await wire.pass();
    await vi.waitUntil(async () => (await health()).status === 200, { timeout: 10_000 });
    const back = Date.now();
    if (!socket.connected) await new Promise<void>((resolve) => socket.once('connect', resolve));
    socket.close();
    await screen.next<LiveMeterValue>(meter, ({ at }) => Date.parse(at) > back);
    await driver.ask('remoteStop', { body: { transaction_id: booking } });
    await screen.next(socketEvent.stop(booking));
    const { data } = await driver.ask('paymentDetails', { query: { payment_id: booking } });
    expect(data.status).toBe('completed');
    expect(Math.round(data.units_consumed * 1000)).toBeGreaterThan(0);
    // More calls at once than a pool has connections: none of them was lost with the database.
    const wallets = await Promise.all(Array.from({ length: 40 }, () => driver.ask('getWallet', { query: {} })));
    expect(new Set(wallets.map(({ wallet }) => wallet.held))).toEqual(new Set([0]));
  });
}

test('the page about the outage is in the reader’s language, and reloads itself unless it was posted', async () => {
  await wire.refuse();
  const accept = { accept: 'text/html', 'accept-language': 'hi' };
  const page = await pages.inject({ url: '/page', headers: accept });
  expect({ status: page.statusCode, type: page.headers['content-type'], again: page.headers['retry-after'] }).toEqual({
    status: 503,
    type: 'text/html; charset=utf-8',
    again: '5',
  });
  expect(page.body).toContain('<html lang="hi">');
  expect(page.body).toContain('<h1>थोड़ी देर में वापस</h1>');
  expect(page.body).toContain('http-equiv="refresh"');
  const english = await pages.inject({ url: '/page', headers: { accept: 'text/html' } });
  expect(english.body).toContain('<h1>Back in a moment</h1>');
  const posted = await pages.inject({ method: 'POST', url: '/page', headers: accept, payload: {} });
  expect(posted.statusCode).toBe(503);
  expect(posted.body).not.toContain('http-equiv="refresh"');
  const program = await pages.inject({ url: '/page', headers: { accept: '*/*' } });
  expect(program.json()).toEqual({ success: false, message: expect.any(String), code: 'unavailable' });
  await wire.pass();
  expect((await pages.inject({ url: '/page' })).json()).toEqual([{ found: 1 }]);
});
