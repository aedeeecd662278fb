import { afterAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#kernel/durations.ts';
import { listInvoicesOf } from '#modules/invoices/index.ts';
import { eventually } from '#testing/eventually.ts';
import { sessionsFixture, PLACE } from '#testing/sessions-fixture.ts';
import { SESSION_RULES, type Sessions } from '../index.ts';

const fixture = await sessionsFixture();
const { clock, database, wallet, askedToStop, says, server, begun, metered, stopped } = fixture;
afterAll(() => fixture.close());

test('a connector that was free before a restart ends its session after it, and the late stop makes the first invoice', async () => {
  const driverId = await fixture.driver('9300000001', 50_000);
  const before = server();
  const running = await begun(before, driverId);
  const { bookingId } = running;
  await before.statusChanged(says('Available'));
  await before.close();

  const after = server();
  await after.resume();
  await after.checkSessions();
  clock.advance(SESSION_RULES.endHintMs);
  await after.checkSessions();
  expect(await after.findOfDriver(driverId, bookingId)).toMatchObject({ state: 'completed', isProvisional: true });
  expect(await wallet.readBalance(database, driverId)).toEqual({ freePaise: 50_000, heldPaise: 0 });

  await stopped(after, running, 3000);
  expect(await listInvoicesOf(database, bookingId)).toMatchObject([
    { kind: 'invoice', energyWh: 2000, totalPaise: 3540 },
  ]);
  expect(await wallet.readBalance(database, driverId)).toEqual({ freePaise: 50_000 - 3540, heldPaise: 0 });
  await after.close();
});

test('a session to a percentage that was reached while the server was down is stopped when the server is back', async () => {
  const driverId = await fixture.driver('9300000009', 50_000);
  const before = server();
  const running = await begun(before, driverId, 80);
  const asked = () => askedToStop.filter((id) => id === running.transactionId);
  clock.advance(MINUTE_MS);
  await metered(before, running, 2000, 79);
  expect(asked()).toEqual([]);
  await before.close();

  const after = server();
  await after.resume();
  await fixture.link(after, 'back');
  clock.advance(0);
  expect(asked()).toEqual([]);
  await metered(after, running, 2100, 80);
  clock.advance(0);
  await eventually(() => expect(asked()).toHaveLength(1));
  expect(await after.findOfDriver(driverId, running.bookingId)).toMatchObject({ stopCause: 'target_reached' });
  await after.close();

  // It ends before the charge point was heard: the next server knows what the car told, and asks again.
  const third = server();
  await third.resume();
  await fixture.link(third, 'back');
  await stopped(third, running, 2150);
  expect(await third.findOfDriver(driverId, running.bookingId)).toMatchObject({ state: 'completed', energyWh: 1150 });
  await third.close();
});

test('a session that ran through a restart continues from its samples and is asked to stop in time', async () => {
  const driverId = await fixture.driver('9300000002', 50_000);
  const before = server();
  const running = await begun(before, driverId);
  const asked = () => askedToStop.filter((id) => id === running.transactionId);
  clock.advance(MINUTE_MS);
  await metered(before, running, 3000);
  await before.close();

  const after = server();
  expect(after.findLive(driverId, running.bookingId)).toBeUndefined();
  await after.resume();
  expect(after.findLive(driverId, running.bookingId)).toMatchObject({
    meter: { delivered: { energyWh: 2000, registerWh: 3000 } },
  });
  expect(await after.findLiveValues(driverId, PLACE.chargePointId, PLACE.connector)).toBeDefined();
  // What the register restarted from in between is not counted twice.
  clock.advance(MINUTE_MS);
  await fixture.link(after, 'back');
  await after.booted(PLACE);
  await metered(after, running, 500);
  clock.advance(1000);
  await metered(after, running, 510);
  expect(after.findLive(driverId, running.bookingId)).toMatchObject({ meter: { delivered: { energyWh: 2510 } } });
  expect(asked()).toEqual([]);
  clock.advance(MINUTE_MS);
  await metered(after, running, 3010);
  clock.advance(0);
  await eventually(() => expect(asked()).toEqual([running.transactionId]));
  await stopped(after, running, 3010);
  expect(await after.findOfDriver(driverId, running.bookingId)).toMatchObject({ state: 'completed', energyWh: 5010 });
  await after.close();
});

test('a session that is only in the database is recovered within a minute, and an ended one is not', async () => {
  const [driverId, otherId] = [await fixture.driver('9300000003', 50_000), await fixture.driver('9300000004', 50_000)];
  // Stands for a server whose commits were kept but never heard of.
  const lost = server();
  const watching = server();
  await watching.resume();
  const over = await begun(lost, otherId);
  await stopped(lost, over, 1500);
  const running = await begun(lost, driverId);
  await watching.checkSessions();
  expect(watching.findLive(driverId, running.bookingId)).toBeUndefined();
  clock.advance(MINUTE_MS);
  await watching.checkSessions();
  expect(watching.findLive(driverId, running.bookingId)).toMatchObject({ session: { state: 'charging' } });
  expect(watching.findLive(otherId, over.bookingId)).toBeUndefined();

  // Whatever watches over charges watches over this one too.
  clock.advance(SESSION_RULES.noSampleMs);
  await watching.checkSessions();
  expect(await watching.findOfDriver(driverId, running.bookingId)).toMatchObject({
    state: 'completed',
    isProvisional: true,
  });
  await Promise.all([lost.close(), watching.close()]);
});

test('a session on a free connector ends although its meter still reports its register, but not while energy flows', async () => {
  const driverId = await fixture.driver('9300000005', 50_000);
  const sessions = server();
  const running = await begun(sessions, driverId);
  const stateNow = async () => (await sessions.findOfDriver(driverId, running.bookingId))?.state;
  clock.advance(MINUTE_MS);
  await metered(sessions, running, 1800);
  await sessions.statusChanged(says('Available'));
  clock.advance(MINUTE_MS);
  await metered(sessions, running, 2200);
  clock.advance(MINUTE_MS);
  await sessions.checkSessions();
  expect(await stateNow()).toBe('charging');
  for (let minutes = 0; minutes < SESSION_RULES.endHintMs / MINUTE_MS; minutes += 1) {
    clock.advance(MINUTE_MS);
    await metered(sessions, running, 2200);
  }
  await sessions.checkSessions();
  expect(await stateNow()).toBe('completed');
  expect(await listInvoicesOf(database, running.bookingId)).toMatchObject([{ kind: 'invoice', energyWh: 1200 }]);
  await sessions.close();
});

test('a session at a charge point with a slow clock is stopped no earlier after a restart than without one', async () => {
  const driverId = await fixture.driver('9300000006', 50_000);
  const BEHIND_MS = 5 * MINUTE_MS;
  const stamp = () => new Date(clock.now().getTime() - BEHIND_MS);
  const sample = (to: Sessions, transactionId: number, registerWh: number) =>
    to.metered({
      ...PLACE,
      transactionId,
      readings: [{ at: stamp(), context: 'Sample.Clock', registerWh }],
      receivedAt: clock.now(),
      raw: '{}',
    });
  const before = server();
  const { bookingId, start } = await fixture.asked(before, driverId);
  const { transactionId } = await before.started({ ...start, at: stamp() });
  // 50 kW: five units are through after six minutes.
  for (let s = 10; s <= 60; s += 10) {
    clock.advance(10_000);
    await sample(before, transactionId, 1000 + Math.round((50_000 * s) / 3600));
  }
  await before.close();

  const after = server();
  await after.resume();
  await fixture.link(after, 'back');
  for (let s = 70; s <= 350; s += 10) {
    clock.advance(10_000);
    await sample(after, transactionId, 1000 + Math.round((50_000 * s) / 3600));
    expect(await after.findOfDriver(driverId, bookingId)).toMatchObject({ state: 'charging' });
  }
  clock.advance(10_000);
  await eventually(() => expect(askedToStop).toContain(transactionId));
  await stopped(after, { driverId, bookingId, transactionId }, 6000);
  await after.close();
});

test('a start whose server crashes again and again waits no longer for it than it existed', async () => {
  const driverId = await fixture.driver('9300000012', 50_000);
  const before = server();
  const { bookingId } = await fixture.asked(before, driverId);
  await before.close();
  // With nothing heard of the session, each new server takes the link for lost since the session was requested.
  for (let crashes = 0; crashes < 4; crashes += 1) {
    clock.advance(20_000);
    const next = server();
    await next.resume();
    await fixture.link(next, 'back');
    expect(await next.findOfDriver(driverId, bookingId)).toMatchObject({
      endedAt: null,
      pastOutagesMs: (crashes + 1) * 20_000,
    });
    await next.close();
  }
  const last = server();
  await last.resume();
  await fixture.link(last, 'back');
  clock.advance(SESSION_RULES.startWithinMs);
  await last.checkSessions();
  expect(await last.findOfDriver(driverId, bookingId)).toMatchObject({ state: 'failed' });
  expect(await wallet.readBalance(database, driverId)).toEqual({ freePaise: 50_000, heldPaise: 0 });
  await last.close();
});
