import { setImmediate as immediate } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { pageOf } from '#db/pagination.ts';
import { MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import { sessionsFixture, PLACE } from '#testing/sessions-fixture.ts';
import type { Sessions } from '../index.ts';
import { listDisputes } from '../settling/disputes.store.ts';

const fixture = await sessionsFixture();
const { clock, database, askedToStop, says, link } = fixture;
afterAll(() => fixture.close());

let server: Sessions;
let cards = 0;

beforeEach(async () => {
  await database.$client.query('delete from refused_transactions');
  server = fixture.server();
  await link(server, 'back');
  await fixture.reports(server, says('Available'));
  askedToStop.length = 0;
  return () => server.close();
});

/** A start with a card that nobody knows. */
function strangersStart() {
  cards += 1;
  const now = clock.now();
  return { ...PLACE, idTag: `CARD-${cards}`, meterStartWh: 1000, at: now, receivedAt: now };
}

const metered = (transactionId: number, registerWh: number) =>
  fixture.metered(server, { driverId: 0, bookingId: '', transactionId }, registerWh);
const stopped = (transactionId: number, registerWh: number) =>
  fixture.stopped(server, { driverId: 0, bookingId: '', transactionId }, registerWh);
const disputesOf = async (transactionId: number) =>
  (await listDisputes(database, { includesResolved: true }, pageOf({}))).rows.filter(
    (one) => one.transactionId === transactionId,
  );
const ofTransactions = `select 1 from quarantined_reports where kind in ('MeterValues', 'StopTransaction')`;
const quarantined = async () => (await database.$client.query(ofTransactions)).rows.length;

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 5 * SECOND_MS) {
    clock.advance(5 * SECOND_MS);
    await server.checkSessions();
    // Nobody waits for the charge point's answers.
    await immediate();
  }
}

describe('a charge point that continues after its start was rejected', () => {
  test('is asked to stop every ten seconds until it does, and its energy is recorded with charge point and time [OCPP-8]', async () => {
    const quarantinedBefore = await quarantined();
    const start = strangersStart();
    const { transactionId, status } = await server.started(start);
    expect(status).toBe('Invalid');
    await pass(MINUTE_MS);
    expect(askedToStop).toEqual([]);
    await metered(transactionId, 1200);
    await pass(30 * SECOND_MS);
    expect(askedToStop).toEqual(Array.from({ length: 4 }, () => transactionId));
    const noted = { cause: 'refused_start', bookingId: null, chargePointId: 'FAST-1', connector: 1, beganAt: start.at };
    expect(await disputesOf(transactionId)).toMatchObject([{ ...noted, energyWh: 200, endedAt: null }]);

    await metered(transactionId, 1500);
    await pass(MINUTE_MS);
    expect(await disputesOf(transactionId)).toMatchObject([{ ...noted, energyWh: 500, endedAt: null }]);
    await stopped(transactionId, 1650);
    const endedAt = clock.now();
    expect(await disputesOf(transactionId)).toMatchObject([{ ...noted, energyWh: 650, endedAt }]);
    // Told again it changes nothing.
    await stopped(transactionId, 9000);
    expect(await disputesOf(transactionId)).toMatchObject([{ ...noted, energyWh: 650, endedAt }]);
    expect(await quarantined()).toBe(quarantinedBefore);
  });

  test('is asked no more once it says that it has no such transaction, until it shows that it continues', async () => {
    const { transactionId } = await server.started(strangersStart());
    fixture.chargePoint.stop = 'rejected';
    await metered(transactionId, 1100);
    await pass(MINUTE_MS);
    expect(askedToStop).toEqual([transactionId]);
    await metered(transactionId, 1200);
    fixture.chargePoint.stop = 'accepted';
    await pass(30 * SECOND_MS);
    expect(askedToStop).toEqual([transactionId, transactionId]);
    await stopped(transactionId, 1200);
  });

  test('is asked no more after ten minutes without a sign of it', async () => {
    const { transactionId } = await server.started(strangersStart());
    await metered(transactionId, 1100);
    await pass(10 * MINUTE_MS);
    askedToStop.length = 0;
    await pass(10 * MINUTE_MS);
    expect(askedToStop).toEqual([]);
    await stopped(transactionId, 1200);
  });

  test('shows so by the state of its connector too, and after its link was lost', async () => {
    const { transactionId } = await server.started(strangersStart());
    await fixture.reports(server, says('Charging'));
    expect(askedToStop).toEqual([transactionId]);
    await link(server, 'lost');
    await pass(MINUTE_MS);
    expect(askedToStop).toEqual([transactionId]);
    await link(server, 'back');
    expect(askedToStop).toEqual([transactionId, transactionId]);
    await stopped(transactionId, 1000);
    // Without energy there is nothing to look into.
    expect(await disputesOf(transactionId)).toEqual([]);
    await fixture.reports(server, says('Charging'));
    await pass(MINUTE_MS);
    expect(askedToStop.filter((id) => id === transactionId)).toHaveLength(2);
  });

  test('is asked only for the latest transaction of its connector, since no connector has two', async () => {
    const { transactionId: earlier } = await server.started(strangersStart());
    clock.advance(SECOND_MS);
    const { transactionId: later } = await server.started(strangersStart());
    await metered(later, 1100);
    await metered(earlier, 1100);
    await pass(30 * SECOND_MS);
    await link(server, 'lost');
    await link(server, 'back');
    await pass(30 * SECOND_MS);
    expect(new Set(askedToStop)).toEqual(new Set([later]));
    // It knows nothing of that one: then it is the other that goes on.
    fixture.chargePoint.stop = 'rejected';
    await pass(10 * SECOND_MS);
    fixture.chargePoint.stop = 'accepted';
    await metered(earlier, 1200);
    expect(askedToStop.at(-1)).toBe(earlier);
    await stopped(earlier, 1200);
    await stopped(later, 1200);
  });

  test('is asked, and its energy recorded, also by a restarted server', async () => {
    const start = strangersStart();
    const { transactionId } = await server.started(start);
    await server.close();
    server = fixture.server();
    await server.resume();
    clock.advance(MINUTE_MS);
    await metered(transactionId, 1400);
    expect(askedToStop).toEqual([transactionId]);
    await server.checkSessions();
    expect(await disputesOf(transactionId)).toMatchObject([{ energyWh: 400, beganAt: start.at }]);
    await stopped(transactionId, 1500);
    expect(await disputesOf(transactionId)).toMatchObject([{ energyWh: 500 }]);
  });
});

describe('a start that was rejected', () => {
  test('gets the same answer each time it is sent, and a new one of the same card is another', async () => {
    const start = strangersStart();
    const first = await server.started(start);
    clock.advance(MINUTE_MS);
    expect(await server.started({ ...start, receivedAt: clock.now() })).toEqual(first);
    const later = await server.started({ ...start, at: clock.now(), receivedAt: clock.now() });
    expect(later).toMatchObject({ status: 'Invalid' });
    expect(later.transactionId).not.toBe(first.transactionId);
  });

  test('is recognised by its card if the charge point lost the id, and ends no session that runs beside it', async () => {
    const driverId = await fixture.driver('9430000001', 50_000);
    await fixture.reports(server, { ...says('Available'), connector: 2 });
    const second = await fixture.asked(server, driverId, { ...PLACE, connector: 2 });
    const beside = await server.started(second.start);
    const start = strangersStart();
    const { transactionId } = await server.started(start);
    clock.advance(MINUTE_MS);
    const stop = { chargePointId: PLACE.chargePointId, meterStopWh: 1300, at: clock.now(), receivedAt: clock.now() };
    await server.stopped({ ...stop, transactionId: -1, idTag: start.idTag, reason: 'Local', readings: [] });
    expect(await disputesOf(transactionId)).toMatchObject([{ energyWh: 300, endedAt: clock.now() }]);
    expect(await server.findOfDriver(driverId, second.bookingId)).toMatchObject({ state: 'charging' });
    await stopped(beside.transactionId, 1000);
  });

  test('of another charge point is not affected by what this one reports', async () => {
    const { transactionId } = await server.started(strangersStart());
    const readings = [{ at: clock.now(), context: 'Sample.Periodic', registerWh: 2000 }];
    const report = {
      chargePointId: 'SLOW-1',
      connector: 1,
      transactionId,
      readings,
      receivedAt: clock.now(),
      raw: '{}',
    };
    await server.metered(report);
    expect(askedToStop).toEqual([]);
    expect(await disputesOf(transactionId)).toEqual([]);
  });

  test('lets no driver count the car at its connector as their own', async () => {
    const driverId = await fixture.driver('9430000002', 50_000);
    const session = await fixture.begun(server, driverId);
    await fixture.stopped(server, session, 1200);
    await fixture.reports(server, says('Finishing'));
    expect(await server.listStillPlugged(driverId, [PLACE.chargePointId])).toHaveLength(1);
    await server.started(strangersStart());
    expect(await server.listStillPlugged(driverId, [PLACE.chargePointId])).toEqual([]);
  });
});

test('because it was too late is stopped at once, and its energy is recorded with its booking', async () => {
  const driverId = await fixture.driver('9430000003', 50_000);
  const { bookingId, start } = await fixture.asked(server, driverId);
  await pass(2 * MINUTE_MS);
  const { transactionId } = await server.started({ ...start, at: clock.now(), receivedAt: clock.now() });
  expect(askedToStop).toEqual([transactionId]);
  await pass(10 * SECOND_MS);
  await stopped(transactionId, 1020);
  expect(await disputesOf(transactionId)).toMatchObject([{ cause: 'late_start', bookingId, energyWh: 20 }]);
  expect(await server.findOfDriver(driverId, bookingId)).toMatchObject({ state: 'failed', energyWh: 0 });
});
