import { afterAll, beforeEach, expect, test } from 'vitest';
import { SECOND_MS } from '#kernel/durations.ts';
import { eventually } from '#testing/eventually.ts';
import { sessionsFixture, type Begun } from '#testing/sessions-fixture.ts';
import type { Sessions } from '../index.ts';

const fixture = await sessionsFixture();
const { clock, askedToStop, askedFor, link } = fixture;
afterAll(() => fixture.close());

const POWER_W = 50_000;
const START_WH = 1000;

let mobile = 9_460_000_000;
let driverId = 0;
let server: Sessions;
let running: Begun;
let registerWh = START_WH;

/** A session of 5 kWh that has taken 50 kW for half a minute and would be through in five and a half. */
beforeEach(async () => {
  server = fixture.server();
  driverId = await fixture.driver(String(mobile++), 50_000);
  running = await fixture.charging(server, driverId);
  registerWh = START_WH;
  await flows(15);
  await flows(15);
  askedToStop.length = 0;
  askedFor.length = 0;
  return async () => {
    if (!(await session())?.endedAt) await fixture.stopped(server, running, registerWh);
    await server.close();
  };
});

const session = () => server.findOfDriver(driverId, running.bookingId);

/** The car takes 50 kW for so long, and the charge point says so. */
async function flows(seconds: number): Promise<void> {
  clock.advance(seconds * SECOND_MS);
  registerWh += Math.round((POWER_W * seconds) / 3600);
  await fixture.metered(server, running, registerWh);
}

test('a session whose car pauses while the link is down is not stopped because of its power before', async () => {
  await link(server, 'lost');
  clock.advance(3600 * SECOND_MS);
  await link(server, 'back');
  clock.advance(0);
  expect(askedFor).toEqual(['MeterValues']);
  registerWh += 100;
  await fixture.metered(server, running, registerWh);
  clock.advance(60 * SECOND_MS);
  expect(await session()).toMatchObject({ state: 'charging', stopCause: null });
  expect(askedToStop).toEqual([]);
});

test('a charge point that comes back after the stop was due is asked to stop after a moment to report its meter', async () => {
  await link(server, 'lost');
  clock.advance(3600 * SECOND_MS);
  await link(server, 'back');
  clock.advance(4 * SECOND_MS);
  expect(await session()).toMatchObject({ state: 'charging' });
  clock.advance(SECOND_MS);
  await eventually(() => expect(askedToStop).toEqual([running.transactionId]));
  expect(await session()).toMatchObject({ state: 'stopping', stopCause: 'units_used_up' });
});

test('a session that is found over when its stop is due is not asked about repeatedly', async () => {
  // Stands for an end that was committed and never heard of.
  const other = fixture.server();
  await fixture.stopped(other, running, 2000);
  await other.close();
  expect(clock.nextDueInMs).toBeDefined();
  clock.advance(600 * SECOND_MS);
  await eventually(() => expect(server.findLive(driverId, running.bookingId)).toBeUndefined());
  clock.advance(600 * SECOND_MS);
  await session();
  expect(clock.nextDueInMs).toBeUndefined();
  expect(askedToStop).toEqual([]);
});
