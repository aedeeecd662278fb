import { expect, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
import { importStations } from '#modules/network/index.ts';
import { STATION } from '#testing/app.ts';
import { testDatabase } from '#testing/database.ts';
import { eventually } from '#testing/eventually.ts';
import { networkOf } from '#testing/network-fixture.ts';

const FAST = 'FAST-1';
const SLOW = 'SLOW-1';
const clock = new TestClock('2026-11-20T10:00:00Z');
const database = await testDatabase();
await importStations(database, clock.now(), { meta: { demo: true }, stations: [STATION] }, { fleetSecret: (id) => id });

/** A server, as it is after each start. */
const server = () => networkOf(database, clock).availability;
const statusReport = (connector: number, status: string) => ({
  chargePointId: FAST,
  connector,
  status,
  errorCode: 'NoError',
  at: clock.now(),
});
/** Over the last so many hours, of all plugs of a charge point. */
async function shareUp(hours: number, chargePointId = FAST): Promise<number | undefined> {
  const since = new Date(clock.now().getTime() - hours * HOUR_MS);
  const [uptime] = await server().listUptimes([chargePointId], since, clock.now());
  return uptime && Math.round(1000 * uptime.share) / 1000;
}

test('a charge point counts from its first message, and is down without a link unless the server ended it [TRUTH-1]', async () => {
  const first = server();
  expect(await first.listUptimes([SLOW, 'nobody'], clock.now(), clock.now())).toEqual([]);
  await first.noteConnected(SLOW);
  clock.advance(HOUR_MS);
  await first.noteDisconnected(SLOW);
  clock.advance(HOUR_MS);
  await first.noteConnected(SLOW);
  expect(await shareUp(24, SLOW)).toBe(0.5);
  clock.advance(2 * HOUR_MS);
  expect(await shareUp(2, SLOW)).toBe(1);

  first.noteEnding();
  await first.noteDisconnected(SLOW);
  clock.advance(HOUR_MS);
  const second = server();
  second.begin();
  await second.noteConnected(SLOW);
  clock.advance(HOUR_MS);
  expect(await shareUp(2, SLOW)).toBe(1);
  second.noteEnding();
});

test('a charge point that does not return after the server was down is down since the server was [TRUTH-1]', async () => {
  await server().noteConnected(FAST);
  clock.advance(DAY_MS);
  const next = server();
  next.begin();
  clock.advance(3 * MINUTE_MS);
  await eventually(async () => {
    expect(await shareUp(0.05)).toBe(0);
  });
  clock.advance(57 * MINUTE_MS);
  await next.noteConnected(FAST);
  clock.advance(HOUR_MS);
  expect(await shareUp(4)).toBe(0.75);
  next.noteEnding();
});

test('a faulted connector counts by itself, also if its recovery is reported to another server [TRUTH-1]', async () => {
  clock.advance(DAY_MS);
  const first = server();
  await first.noteConnected(FAST);
  await first.saveStatus(statusReport(1, 'Faulted'));
  await first.saveStatus(statusReport(1, 'Faulted'));
  clock.advance(HOUR_MS);
  expect(await shareUp(1)).toBe(0.5);
  const second = server();
  await second.noteConnected(FAST);
  await second.saveStatus(statusReport(1, 'Available'));
  clock.advance(HOUR_MS);
  expect(await shareUp(2)).toBe(0.75);
  // All of it, and one plug beside: no hour counts twice.
  await second.saveStatus(statusReport(0, 'Unavailable'));
  await second.saveStatus(statusReport(2, 'Faulted'));
  clock.advance(HOUR_MS);
  expect(await shareUp(1)).toBe(0);
  await second.saveStatus(statusReport(0, 'Available'));
  clock.advance(HOUR_MS);
  expect(await shareUp(1)).toBe(0.5);
  await second.saveStatus(statusReport(2, 'Available'));

  clock.advance(61 * DAY_MS);
  await second.purgeExpired();
  expect(await shareUp(24 * 80)).toBe(1);
});
