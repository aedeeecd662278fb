import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import { PLACE, sessionsFixture } from '#testing/sessions-fixture.ts';
import { sessions } from '../sessions.tables.ts';

let mobile = 9_700_000_000;

/** A charge point of a test's own, with the one driver who charges there. */
async function place() {
  const fixture = await sessionsFixture();
  const { clock, database, history } = fixture;
  const server = fixture.server();
  mobile += 1;
  const driverId = await fixture.driver(String(mobile), 10_000_000);
  const stats = async () => {
    clock.advance(MINUTE_MS);
    return (await history.readStats([PLACE.chargePointId, 'nobody'], clock.now())).get(PLACE.chargePointId);
  };

  /** Fifteen minutes at so many kW, told minute by minute. */
  async function session(kw: number, reason?: string): Promise<string> {
    const begun = await fixture.begun(server, driverId);
    let registerWh = 1000;
    for (let minute = 0; minute < 15; minute += 1) {
      clock.advance(MINUTE_MS);
      registerWh += (kw * 1000) / 60;
      await fixture.metered(server, begun, Math.round(registerWh));
    }
    await fixture.stopped(server, begun, Math.round(registerWh));
    await fixture.reports(server, fixture.says('Available'));
    if (reason)
      await database.update(sessions).set({ endReason: reason }).where(eq(sessions.bookingId, begun.bookingId));
    return begun.bookingId;
  }
  /** A start that came to nothing. */
  async function failed(reason: string): Promise<void> {
    const { bookingId } = await fixture.asked(server, driverId);
    await server.stop(driverId, bookingId);
    await database.update(sessions).set({ endReason: reason }).where(eq(sessions.bookingId, bookingId));
  }
  return { ...fixture, server, driverId, stats, session, failed };
}

test('a charge point’s figures come from its sessions of 30 days: usual power, latest charge, share of starts that did not fail', async () => {
  const { stats, session, clock, failed } = await place();
  for (const kw of [12, 18, 6, 15]) await session(kw);
  expect(await stats()).toEqual({});
  await session(12);
  const lastChargeAt = clock.now();
  expect(await stats()).toEqual({
    typicalW: 12_000,
    lastChargeAt,
    reliablePercent: 100,
    startPercent: 100,
    keptPercent: 100,
    typicalMs: 15 * MINUTE_MS,
  });
  await failed('charger_rejected');
  expect((await stats())?.reliablePercent).toBe(83);
  clock.advance(31 * DAY_MS);
  expect(await stats()).toEqual({ uptimePercent: 100 });
});

test('a session that its driver or the cable ended is no failure of the charge point; one that broke off is', async () => {
  const { stats, session, failed } = await place();
  for (const reason of ['Local', 'Remote', 'EVDisconnected', 'PowerLoss', 'link_lost']) await session(6, reason);
  for (const reason of ['start_cancelled', 'start_timed_out', 'start_interrupted']) await failed(reason);
  expect((await stats())?.reliablePercent).toBe(60);
});

test('a running session is expected to end when it has the bought energy at its present power, or reaches its target', async () => {
  const { server, begun, driverId, clock, stopped, stats } = await place();
  const { chargePointId, connector } = PLACE;
  const session = await begun(server, driverId, 80);
  const expected = () => server.findExpectedEnd(chargePointId, connector);
  const metered = (registerWh: number, powerW: number, soc?: number): Promise<void> => {
    clock.advance(MINUTE_MS);
    const at = clock.now();
    const reading = { at, context: 'Sample.Periodic', registerWh, powerW, soc };
    return server.metered({ ...PLACE, ...session, readings: [reading], receivedAt: at, raw: '{}' });
  };
  const inMinutes = (minutes: number): Date => new Date(clock.now().getTime() + minutes * MINUTE_MS);
  expect(expected()).toBeUndefined();
  await metered(1000, 10_000, 70);
  // 5 kWh take half an hour at 10 kW.
  expect(expected()).toEqual(inMinutes(30));
  // A car that only keeps its battery warm tells nothing of the end.
  await metered(1000, 40);
  expect(expected()).toBeUndefined();
  // One kilowatt-hour brought five percent, and five are left.
  await metered(2000, 10_000, 75);
  expect(expected()).toEqual(inMinutes(6));
  await stopped(server, session, 2000);
  expect(expected()).toBeUndefined();
  expect(await stats()).toEqual({});
});
