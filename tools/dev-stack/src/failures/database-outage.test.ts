import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { ownPostgres } from '@bijli/server/testing/own-postgres';
import { openTcpProxy } from '@bijli/server/testing/tcp-proxy';
import { stackFixture, PATIENCE } from '../testing.ts';

/** How long the database stays away after each check. The long test sets it. */
const AWAY_MS = Number(process.env['DATABASE_AWAY_SECONDS'] ?? 0) * 1_000;
/** Longer than any call may wait for a silent database, and longer than the probe may take. */
const CALL_LIMIT_MS = 12_000;
const PROBE_LIMIT_MS = 2_000;

const postgres = await ownPostgres();
const wire = await openTcpProxy(postgres.port);
afterAll(() => wire.close());
const DATABASE_URL = Object.assign(new URL(postgres.url), { port: String(wire.port) }).href;
const fixture = await stackFixture({ DATABASE_URL }, { databaseUrl: postgres.url });
const { url } = fixture;

async function ask(path: string, headers: Record<string, string> = {}, limitMs = CALL_LIMIT_MS) {
  const response = await fetch(`${url}${path}`, { headers, signal: AbortSignal.timeout(limitMs) });
  return { status: response.status, again: response.headers.get('retry-after'), text: await response.text() };
}

let stopped: number[] = [];
const ways = {
  'stopped in the middle': {
    lose() {
      stopped = postgres.processes();
      for (const pid of stopped) process.kill(pid, 'SIGSTOP');
    },
    back() {
      for (const pid of stopped.splice(0)) process.kill(pid, 'SIGCONT');
    },
  },
  'not there': { lose: () => wire.refuse(), back: () => wire.pass() },
};

// Restores the database when a test has failed in the middle.
afterEach(() => ways['stopped in the middle'].back());

for (const [how, { lose, back }] of Object.entries(ways)) {
  test(`while the database is ${how} the server says so in time and keeps running, and the session is settled by its meter afterwards`, async () => {
    const { driver, chargePoint, bookingId, flows, endsSettled } = await fixture.runningSession();
    const { pid } = fixture.stack.server();

    await lose();
    const token = { authorization: `Bearer ${driver.client.token}` };
    const lost = Date.now();
    do {
      const [health, call, page] = await Promise.all([
        ask('/health/ready', {}, PROBE_LIMIT_MS),
        ask('/api-v1/user/get-wallet', { ...token, 'accept-language': 'en' }),
        ask('/products', { accept: 'text/html', 'accept-language': 'hi' }),
      ]);
      expect([health.status, call.status, page.status]).toEqual([503, 503, 503]);
      expect(JSON.parse(health.text)).toMatchObject({ status: 'unavailable' });
      expect({ again: call.again, body: JSON.parse(call.text) as unknown }).toEqual({
        again: '5',
        body: { success: false, message: expect.stringContaining('try again'), code: 'unavailable' },
      });
      expect({ again: page.again, isPage: page.text.includes('<h1>थोड़ी देर में वापस</h1>') }).toEqual({
        again: '5',
        isPage: true,
      });
      if (AWAY_MS > 0) await pause(500);
    } while (Date.now() - lost < AWAY_MS);

    await back();
    const answers = Date.now();
    await vi.waitUntil(async () => (await ask('/health/ready')).status === 200, PATIENCE);
    await chargePoint.said(/ online$/);
    await flows(answers);
    process.stdout.write(`   back after ${Date.now() - answers} ms\n`);
    expect((await driver.ongoing()).booking_id).toBe(bookingId);
    await endsSettled();
    expect(fixture.stack.server().pid).toBe(pid);
  });
}
