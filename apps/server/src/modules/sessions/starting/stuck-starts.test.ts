import { afterAll, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '#kernel/durations.ts';
import { en } from '#kernel/messages/en.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { importStations } from '#modules/network/index.ts';
import { walletCheck } from '#modules/wallet/index.ts';
import { STATION } from '#testing/app.ts';
import { sessionsFixture, PLACE } from '#testing/sessions-fixture.ts';
import { SESSION_RULES, sessionsCheck, type Sessions } from '../index.ts';
import { refuse } from '../sessions.refusals.ts';
import { statusNotificationOf } from '../socket-events.ts';

const fixture = await sessionsFixture();
const { clock, database, wallet, published, says, link } = fixture;
afterAll(() => fixture.close());

let mobile = 9_450_000_000;
let driverId = 0;
let server: Sessions;

beforeEach(async () => {
  server = fixture.server();
  await importStations(database, clock.now(), [STATION]);
  await link(server, 'back');
  await fixture.reports(server, says('Available'));
  driverId = await fixture.driver(String(mobile++), 50_000);
  published.length = 0;
  return async () => {
    await server.close();
    expect(await listLedgerProblems(database, [walletCheck, sessionsCheck])).toEqual([]);
  };
});

const sessionOf = async (bookingId: string) => {
  const row = await server.findOfDriver(driverId, bookingId);
  if (!row) throw new Error('The charge is gone.');
  return row;
};

/** As a server leaves its rows that is killed while a start stands so. */
async function killedAt(state: 'held' | 'sent') {
  const asked = await fixture.asked(server, driverId);
  await database.$client.query('update charging_sessions set state = $1 where booking_id = $2', [
    state,
    asked.bookingId,
  ]);
  await server.close();
  clock.advance(MINUTE_MS);
  server = fixture.server();
  await server.resume();
  return asked;
}

test('in a State without a supplier no session begins, and one that had begun is billed by the first supplier [TAX-23]', async () => {
  const begun = await fixture.begun(server, driverId);
  clock.advance(30 * MINUTE_MS);
  const other = await fixture.driver(String(mobile++), 50_000);
  await fixture.reports(server, { ...says('Available'), connector: 2 });
  const started = async (): Promise<unknown> => {
    await database.$client.query('update suppliers set until = now()');
    try {
      const start = { driverId: other, chargePointId: PLACE.chargePointId, connector: 2, boughtWh: 5000 };
      const refused: unknown = await server.start(start).catch((error: unknown) => error);
      await fixture.stopped(server, begun, 2000);
      return refused;
    } finally {
      await database.$client.query('update suppliers set until = null');
    }
  };
  expect(await started()).toMatchObject({ code: 'state_without_supplier', facts: { state: 'Karnataka' } });
  expect(await fixture.history.listTaxDocuments(begun.bookingId)).toMatchObject([{ series: 'EV29', energyWh: 1000 }]);
});

test('a server that was killed before it called the charge point returns the money as soon as it is back', async () => {
  const { bookingId } = await killedAt('held');
  expect(await sessionOf(bookingId)).toMatchObject({ state: 'failed', endReason: 'start_interrupted' });
  expect(published).toMatchObject([{ kind: 'failed', reason: 'start_interrupted' }]);
  expect(await wallet.readBalance(database, driverId)).toEqual({ freePaise: 50_000, heldPaise: 0 });
});

test('a server that was killed before the charge point answered accepts its transaction, or returns the money in time', async () => {
  const { bookingId, start } = await killedAt('sent');
  await link(server, 'back');
  expect(await server.started({ ...start, receivedAt: clock.now() })).toMatchObject({ status: 'Accepted' });
  expect(await sessionOf(bookingId)).toMatchObject({ state: 'charging' });
  const { transactionId } = await sessionOf(bookingId);
  await fixture.stopped(server, { driverId, bookingId, transactionId: transactionId ?? 0 }, 1000);

  driverId = await fixture.driver(String(mobile++), 50_000);
  const other = await killedAt('sent');
  await link(server, 'back');
  clock.advance(SESSION_RULES.startWithinMs);
  await server.checkSessions();
  expect(await sessionOf(other.bookingId)).toMatchObject({ state: 'failed', endReason: 'start_timed_out' });
  expect(await wallet.readBalance(database, driverId)).toEqual({ freePaise: 50_000, heldPaise: 0 });
});

test.each(['rejected', 'silent'])(
  'a driver whose charge begins before the charge point answers is told that it runs, whatever the answer: %s',
  async (answer) => {
    let transactionId = 0;
    fixture.chargePoint.start = 'rejected';
    fixture.chargePoint.beforeStartAnswer = async () => {
      const start = { ...PLACE, idTag: fixture.askedToStart.at(-1) ?? '', meterStartWh: 1000 };
      ({ transactionId } = await server.started({ ...start, at: clock.now(), receivedAt: clock.now() }));
      if (answer === 'silent') refuse('charger_silent');
    };
    const { bookingId } = await server.start({ driverId, ...PLACE, boughtWh: 5000 });
    fixture.chargePoint.start = 'accepted';
    fixture.chargePoint.beforeStartAnswer = async () => undefined;
    expect(await sessionOf(bookingId)).toMatchObject({ state: 'charging', transactionId });
    expect(published).toMatchObject([{ kind: 'started' }]);
    await fixture.stopped(server, { driverId, bookingId, transactionId }, 1100);
    expect(await sessionOf(bookingId)).toMatchObject({ state: 'completed', energyWh: 100 });
  },
);

test.each(['Faulted', 'Reserved', 'Unavailable'])(
  'a start whose connector turns %s says so and ends in its time, and one that recovers continues',
  async (status) => {
    const { bookingId, start } = await fixture.asked(server, driverId);
    const note = async () => statusNotificationOf(await sessionOf(bookingId), clock.now(), en).note;
    await fixture.reports(server, says(status));
    expect(await note()).toBe(en.connectorOut());
    await fixture.reports(server, says('Preparing'));
    expect(await note()).toBeUndefined();
    const { transactionId } = await server.started(start);
    await fixture.stopped(server, { driverId, bookingId, transactionId }, 1000);

    await fixture.reports(server, says('Available'));
    const second = await fixture.asked(server, driverId);
    await fixture.reports(server, says(status));
    clock.advance(SESSION_RULES.startWithinMs);
    await server.checkSessions();
    expect(await sessionOf(second.bookingId)).toMatchObject({ state: 'failed', endReason: 'start_timed_out' });
  },
);

/** The station as it is imported without the connector that the fixture’s sessions run on. */
async function removeConnector(): Promise<void> {
  const chargers = STATION.chargers.map((chargePoint) =>
    chargePoint.id === PLACE.chargePointId
      ? { ...chargePoint, connectors: chargePoint.connectors.filter(({ number }) => number !== PLACE.connector) }
      : chargePoint,
  );
  await importStations(database, clock.now(), [{ ...STATION, chargers }]);
  expect(await fixture.connectorsOf(PLACE.chargePointId)).toEqual([2]);
}

test('a connector that an import removes during a session is charged and billed to the end, also after a restart', async () => {
  const session = await fixture.begun(server, driverId);
  await removeConnector();
  clock.advance(MINUTE_MS);
  await fixture.metered(server, session, 3000);
  await server.close();
  server = fixture.server();
  await server.resume();
  await link(server, 'back');
  clock.advance(MINUTE_MS);
  await fixture.reports(server, says('Charging'));
  await fixture.metered(server, session, 4000);
  expect(server.findLive(driverId, session.bookingId)).toMatchObject({ meter: { delivered: { energyWh: 3000 } } });
  await fixture.stopped(server, session, 4500);
  expect(await sessionOf(session.bookingId)).toMatchObject({ state: 'completed', energyWh: 3500 });
  expect(await fixture.history.describeConnector(await sessionOf(session.bookingId))).toMatchObject({
    connectorType: undefined,
  });
  // Nothing can be started where nothing is.
  const again = server.start({ driverId, ...PLACE, boughtWh: 5000 });
  await expect(again).rejects.toMatchObject({ code: 'connector_unknown' });
});

test('a start whose connector an import removes before the cable is plugged in begins all the same', async () => {
  const { bookingId, start } = await fixture.asked(server, driverId);
  await removeConnector();
  const { transactionId, status } = await server.started(start);
  expect(status).toBe('Accepted');
  clock.advance(MINUTE_MS);
  await fixture.stopped(server, { driverId, bookingId, transactionId }, 2000);
  expect(await sessionOf(bookingId)).toMatchObject({ state: 'completed', energyWh: 1000 });
});
