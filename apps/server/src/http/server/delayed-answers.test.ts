import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { createDelayedRefusals, type DelayedRefusals } from '#kernel/delayed-refusals.ts';
import { ocppFixture } from '#testing/charge-point-fixture.ts';
import { manualTime } from '#testing/manual-time.ts';
import { refusedOften } from '#testing/refused-often.ts';
import { testServer } from '#testing/server.ts';
import { proxyMatcher } from '../limits/connections.ts';
import { createUpgrades } from './upgrades.ts';

const HERE = '127.0.0.1';
const UPGRADE = { connection: 'Upgrade', upgrade: 'websocket' };

interface Place {
  clock: TestClock;
  refusals: DelayedRefusals;
}

/** The status of the answer, or that there is none. */
async function ask(url: string, headers: OutgoingHttpHeaders = {}): Promise<number | 'cut'> {
  const asked = httpRequest(url, { agent: false, headers }).end();
  try {
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'close');
    return answer.statusCode ?? 0;
  } catch {
    return 'cut';
  }
}

/** Takes calls and pages; the second within a minute is refused. */
async function calls(place: Place) {
  const app = await testServer({ ...place, floodLimits: { perAddressMinute: 1, signInsPerAddressMinute: 1 } });
  onTestFinished(() => app.close());
  app.get('/products', { config: { limit: 'page' } }, () => 'products');
  const url = await app.listen({ host: HERE, port: 0 });
  await ask(`${url}/products`);
  return () => ask(`${url}/products`);
}

/** Takes upgrades; the second within a minute that comes to nothing is refused. */
async function upgrades(place: Place) {
  const options = {
    paths: {},
    addressOf: () => HERE,
    perMinute: 1,
    isDraining: () => false,
    logSampled: () => undefined,
  };
  const server = createServer().on('upgrade', createUpgrades({ ...place, ...options }));
  onTestFinished(() => void server.close());
  await once(server.listen(0, HERE), 'listening');
  const url = `http://${HERE}:${(server.address() as AddressInfo).port}/nothing`;
  await ask(url, UPGRADE);
  return () => ask(url, UPGRADE);
}

/** Takes charge points; the thirty-first that is none of ours is refused. */
async function chargePoints(place: Place) {
  const fixture = await ocppFixture(place);
  onTestFinished(() => fixture.close());
  const url = `${fixture.url.replace('ws', 'http')}/STRANGER`;
  for (let times = 0; times < 30; times += 1) await ask(url, UPGRADE);
  return () => ask(url, UPGRADE);
}

describe.each([
  ['calls', calls],
  ['upgrades', upgrades],
  ['chargers', chargePoints],
])('a caller of %s who is refused again and again', (_, serve) => {
  const open = async (isProxy: (peer: string) => boolean) => {
    const clock = new TestClock('2026-11-20T10:00:00Z');
    const refusals = createDelayedRefusals(clock, isProxy);
    return { refusals, clock, time: manualTime(clock), refused: await serve({ clock, refusals }) };
  };

  test('is answered a second later', async () => {
    const { refusals, time, refused } = await open(proxyMatcher(false));
    expect(await refused()).toBe(429);
    refusedOften(refusals, HERE, 'delayed');
    let answer: number | 'cut' | undefined;
    const answered = refused().then((status) => (answer = status));
    await time.advance(999);
    expect(answer).toBeUndefined();
    await time.advance(1);
    expect(await answered).toBe(429);
  });

  test('is cut off if too many are delayed', async () => {
    const { refusals, refused } = await open(proxyMatcher(false));
    refusedOften(refusals, HERE, 'cut');
    expect(await refused()).toBe('cut');
  });

  test('is answered at once if it comes through a proxy, whose connection others need', async () => {
    const { refusals, refused } = await open(proxyMatcher([HERE]));
    refusedOften(refusals, HERE, 'cut');
    expect(await refused()).toBe(429);
  });
});
