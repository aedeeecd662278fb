import { once } from 'node:events';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import type { Client } from '@bijli/contract/client';
import { socketEvent } from '@bijli/contract/realtime';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { testApp } from '#testing/app.ts';
import { fastStart } from '#testing/bare-transaction.ts';
import { BareChargePoint, CONFIGURATION } from '#testing/charge-point-fixture.ts';
import { eventually } from '#testing/eventually.ts';
import { liveSocket } from '#testing/live-socket.ts';
import { NO_AUDIT } from '#testing/staff.ts';
import { LEDGER_PARTS } from '../../../ledger-parts.ts';

const stack = await testApp();
const url = `${stack.url.replace('http', 'ws')}/ocpp/FAST-1`;
const start = fastStart(1);
const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const rows = async (query: string) => (await stack.app.database.$client.query<Record<string, unknown>>(query)).rows;

let next = 0;

const dialIn = () => new BareChargePoint(url, { password: 'secret-FAST-1' }).open();

/** A start that a hand-driven charge point has accepted and will tell of at register 1000 Wh. */
async function accepted(startedAt = at(0)): Promise<{
  driver: Client;
  chargePoint: BareChargePoint;
  booking: string;
  idTag: string;
  startPayload: object;
}> {
  next += 1;
  const driver = await stack.driver(`94000000${String(next).padStart(2, '0')}`, 500);
  const chargePoint = await dialIn();
  await chargePoint.call('BootNotification', { chargePointVendor: 'Test', chargePointModel: 'T' });
  await chargePoint.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' });
  // One call is in flight at a time: an unanswered one would make the start wait.
  const configuration = await chargePoint.wasAsked('GetConfiguration');
  chargePoint.say([3, configuration.id, CONFIGURATION]);
  const asked = driver.ask('remoteStart', { body: start });
  const { id, payload } = await chargePoint.wasAsked('RemoteStartTransaction');
  chargePoint.say([3, id, { status: 'Accepted' }]);
  const { invoice_number: booking } = await asked;
  const { idTag } = payload as { idTag: string };
  const startPayload = { connectorId: 1, idTag, meterStart: 1000, timestamp: startedAt };
  return { driver, chargePoint, booking, idTag, startPayload };
}

/** The session that follows. */
async function begun(startedAt = at(0)) {
  const start = await accepted(startedAt);
  const [, , answer] = await start.chargePoint.call('StartTransaction', start.startPayload);
  return { ...start, transactionId: (answer as { transactionId: number }).transactionId };
}

const detailsOf = async (driver: Client, booking: string) =>
  (await driver.ask('paymentDetails', { query: { payment_id: booking } })).data;

async function stop(chargePoint: BareChargePoint, transactionId: number, meterStop: number): Promise<void> {
  await chargePoint.call('StopTransaction', { transactionId, meterStop, timestamp: at(30), reason: 'Local' });
  await chargePoint.close();
}

describe('a start that is sent again', () => {
  test('gets the same transaction id and is accepted, also with another message id and after the session is over [OCPP-5]', async () => {
    const { driver, chargePoint, booking, startPayload, transactionId } = await begun();
    expect(transactionId).toBeGreaterThanOrEqual(1000);
    const again = await chargePoint.call('StartTransaction', startPayload);
    expect(again[2]).toMatchObject({ transactionId, idTagInfo: { status: 'Accepted' } });
    await chargePoint.call('StopTransaction', { transactionId, meterStop: 2000, timestamp: at(30) });
    const late = await chargePoint.call('StartTransaction', startPayload);
    expect(late[2]).toMatchObject({ transactionId, idTagInfo: { status: 'Accepted' } });
    await chargePoint.close();
    expect(await rows(`select count(*)::int as count from charging_sessions where booking_id = '${booking}'`)).toEqual([
      { count: 1 },
    ]);
    expect(await detailsOf(driver, booking)).toMatchObject({ units_consumed: 1, status: 'completed' });
  });

  test('with a tag without credit, or on another connector while it runs, is not accepted and is quarantined [OCPP-7]', async () => {
    const { chargePoint, idTag, startPayload } = await accepted();
    const starts = async (more: object) =>
      (await chargePoint.call('StartTransaction', { ...startPayload, ...more }))[2];
    const invalid = { idTagInfo: { status: 'Invalid' } };
    expect(await starts({ connectorId: 2, idTag: 'FFFF0000FFFF0000FFFF' })).toMatchObject(invalid);
    const begins = (await starts({})) as { transactionId: number };
    expect(begins).toMatchObject({ idTagInfo: { status: 'Accepted' } });
    expect(await starts({ connectorId: 2, idTag, timestamp: at(2) })).toMatchObject(invalid);
    await stop(chargePoint, begins.transactionId, 1500);
    const kept = `select from quarantined_reports where kind = 'StartTransaction' and report ~ 'FFFF0000FFFF0000FFFF|${idTag}'`;
    expect(await rows(kept)).toHaveLength(2);
  });
});

describe('a start that comes on another connector than was chosen', () => {
  test('charges there, with samples and stop of that connector, and the screen is told [OCPP-7]', async () => {
    const { driver, chargePoint, booking, startPayload } = await accepted();
    const screen = await liveSocket(stack.url, driver.token);
    const told = new Promise((resolve) => screen.socket.once(socketEvent.begun, resolve));
    const there = { ...startPayload, connectorId: 2 };
    const [, , answer] = await chargePoint.call('StartTransaction', there);
    expect(answer).toMatchObject({ idTagInfo: { status: 'Accepted' } });
    expect(await told).toEqual({ booking_id: booking });
    // The answer was lost.
    expect((await chargePoint.call('StartTransaction', there))[2]).toEqual(answer);
    const { transactionId } = answer as { transactionId: number };
    expect((await driver.ask('getOngoingCharging', {})).transaction).toMatchObject({ oem_connector_number: 2 });
    const sampledValue = [{ value: '1400' }];
    await chargePoint.call('MeterValues', { connectorId: 2, meterValue: [{ timestamp: at(20), sampledValue }] });
    expect(await rows(`select 1 from meter_samples where transaction_id = ${transactionId}`)).toHaveLength(1);
    // The chosen connector is free for others.
    const other = await stack.driver('9400000090', 500);
    const next = other.call('remoteStart', { body: start });
    const { id } = await chargePoint.wasAsked('RemoteStartTransaction', 2);
    chargePoint.say([3, id, { status: 'Rejected' }]);
    expect(await next).toMatchObject({ code: 'charger_rejected' });
    await stop(chargePoint, transactionId, 2000);
    expect(await detailsOf(driver, booking)).toMatchObject({ units_consumed: 1, status: 'completed' });
    screen.socket.close();
  });

  test('fails at once with its reason and the money back if that connector is taken [OCPP-7]', async () => {
    const { driver, chargePoint, booking, startPayload } = await accepted();
    await chargePoint.call('StatusNotification', { connectorId: 2, errorCode: 'NoError', status: 'Available' });
    const other = await stack.driver('9400000091', 500);
    const asked = other.ask('remoteStart', { body: fastStart(2) });
    const { id, payload } = await chargePoint.wasAsked('RemoteStartTransaction', 2);
    chargePoint.say([3, id, { status: 'Accepted' }]);
    const { invoice_number: others } = await asked;
    const there = { ...startPayload, connectorId: 2 };
    const refused = (await chargePoint.call('StartTransaction', there))[2];
    expect(refused).toMatchObject({ idTagInfo: { status: 'Invalid' } });
    expect((await chargePoint.call('StartTransaction', there))[2]).toEqual(refused);
    expect(await rows(`select state, end_reason from charging_sessions where booking_id = '${booking}'`)).toEqual([
      { state: 'failed', end_reason: 'start_elsewhere' },
    ]);
    expect((await driver.ask('getWallet', { query: {} })).wallet).toMatchObject({ balance: 500, held: 0 });
    // The other driver's charge begins as it was asked for.
    const own = { ...there, idTag: (payload as { idTag: string }).idTag };
    const [, , begun] = await chargePoint.call('StartTransaction', own);
    expect(begun).toMatchObject({ idTagInfo: { status: 'Accepted' } });
    await stop(chargePoint, (begun as { transactionId: number }).transactionId, 1500);
    expect(await detailsOf(other, others)).toMatchObject({ status: 'completed', units_consumed: 0.5 });
  });

  describe('when the price there', () => {
    const setPrice = (pricePaisePerKwh: number) =>
      stack.app.modules.network.changeStationPrice('test-station', { current: 'DC', pricePaisePerKwh }, NO_AUDIT);
    afterEach(() => setPrice(1_500));

    test('is higher than at the chosen one fails at once, with the money back [OCPP-7]', async () => {
      const { driver, chargePoint, booking, startPayload } = await accepted();
      await setPrice(1_501);
      const [, , refused] = await chargePoint.call('StartTransaction', { ...startPayload, connectorId: 2 });
      expect(refused).toMatchObject({ idTagInfo: { status: 'Invalid' } });
      expect(await rows(`select state, end_reason from charging_sessions where booking_id = '${booking}'`)).toEqual([
        { state: 'failed', end_reason: 'start_elsewhere' },
      ]);
      expect((await driver.ask('getWallet', { query: {} })).wallet).toMatchObject({ balance: 500, held: 0 });
      await chargePoint.close();
    });

    test('is lower charges there at that price [OCPP-7]', async () => {
      const { driver, chargePoint, booking, startPayload } = await accepted();
      await setPrice(1_200);
      const [, , answer] = await chargePoint.call('StartTransaction', { ...startPayload, connectorId: 2 });
      expect(answer).toMatchObject({ idTagInfo: { status: 'Accepted' } });
      await stop(chargePoint, (answer as { transactionId: number }).transactionId, 2000);
      expect(await detailsOf(driver, booking)).toMatchObject({ units_consumed: 1, price_per_unit: 12, amount: 12 });
    });
  });
});

test.each(['%00', 'FAST-1%00', 'x'.repeat(5000)])(
  'a charge point with the impossible id %s counts as unknown',
  async (id) => {
    await expect(new BareChargePoint(url.replace('FAST-1', id), { user: 'x' }).open()).rejects.toThrow('404');
  },
);

describe('a start', () => {
  test('with the tag of an ended session starts nothing [OCPP-7]', async () => {
    const { chargePoint, idTag, transactionId } = await begun();
    await chargePoint.call('StopTransaction', { transactionId, meterStop: 2000, timestamp: at(30) });
    const next = { connectorId: 1, idTag, meterStart: 2000, timestamp: at(40) };
    const [, , answer] = await chargePoint.call('StartTransaction', next);
    expect(answer).toMatchObject({ idTagInfo: { status: 'Invalid' } });
    expect((answer as { transactionId: number }).transactionId).not.toBe(transactionId);
    await chargePoint.close();
  });

  test('whose commit was not confirmed is recovered when the charge point sends it again', async () => {
    const { database } = stack.app;
    const transaction = database.transaction.bind(database);
    const unheard = vi.spyOn(database, 'transaction').mockImplementation(async (...args) => {
      const done = await transaction(...args);
      const { rows: begunNow } = await database.$client.query(
        `select 1 from charging_sessions where transaction_id is not null and ended_at is null`,
      );
      if (begunNow.length === 0) return done;
      unheard.mockRestore();
      throw new Error('Connection terminated unexpectedly');
    });
    const { driver, booking, chargePoint: before, startPayload } = await accepted();
    before.say([2, 'unheard', 'StartTransaction', startPayload]);
    await once(before.socket, 'close');
    const chargePoint = await dialIn();
    const [, , answer] = await chargePoint.call('StartTransaction', startPayload);
    const { transactionId } = answer as { transactionId: number };
    const stopped = driver.ask('remoteStop', { body: { transaction_id: booking } });
    const { id, payload } = await chargePoint.wasAsked('RemoteStopTransaction');
    expect(payload).toEqual({ transactionId });
    chargePoint.say([3, id, { status: 'Accepted' }]);
    await stopped;
    await stop(chargePoint, transactionId, 2000);
    expect(await detailsOf(driver, booking)).toMatchObject({ status: 'completed', units_consumed: 1 });
  });

  test('with a clock that is fast and then corrected is billed in full', async () => {
    const { driver, chargePoint, booking, transactionId } = await begun(at(540));
    await stop(chargePoint, transactionId, 1800);
    expect(await detailsOf(driver, booking)).toMatchObject({ units_consumed: 0.8 });
  });
});

describe('a stop', () => {
  test('with a clock that was reset during the session is billed and ends when it arrived', async () => {
    const { driver, chargePoint, booking, transactionId } = await begun();
    const timestamp = '2020-01-01T00:00:05Z';
    await chargePoint.call('StopTransaction', { transactionId, meterStop: 1100, timestamp, reason: 'PowerLoss' });
    const { units_consumed: units, end_date_time: end } = await detailsOf(driver, booking);
    expect(units).toBe(0.1);
    expect(Date.parse(end ?? '')).toBeGreaterThan(Date.now() - 60_000);
    await chargePoint.close();
  });

  test('with the id of a start that was not accepted ends no other session', async () => {
    const { driver, chargePoint, booking, transactionId } = await begun();
    const card = { connectorId: 2, idTag: 'SOMEBODYS-CARD', meterStart: 0, timestamp: at(0) };
    const [, , answer] = await chargePoint.call('StartTransaction', card);
    const { transactionId: other } = answer as { transactionId: number };
    await chargePoint.call('StopTransaction', { transactionId: other, meterStop: 0, timestamp: at(5) });
    expect(await detailsOf(driver, booking)).toMatchObject({ status: 'charging' });
    await stop(chargePoint, transactionId, 1500);
  });

  test('that arrives over more links at once than there are database connections settles once, and nothing hangs', async () => {
    const { driver, chargePoint, booking, transactionId } = await begun();
    const report = { chargePointId: 'FAST-1', transactionId, meterStopWh: 2000, reason: 'Local', readings: [] };
    const times = { at: new Date(at(30)), receivedAt: new Date() };
    await Promise.all(Array.from({ length: 30 }, () => stack.app.modules.sessions.stopped({ ...report, ...times })));
    expect(await detailsOf(driver, booking)).toMatchObject({ units_consumed: 1, status: 'completed' });
    await chargePoint.close();
  });

  test('that is sent again settles once [OCPP-6]', async () => {
    const { driver, chargePoint, booking, transactionId } = await begun();
    const payload = { transactionId, meterStop: 3000, timestamp: at(30), reason: 'Local' };
    expect((await chargePoint.call('StopTransaction', payload))[0]).toBe(3);
    const first = await detailsOf(driver, booking);
    expect((await chargePoint.call('StopTransaction', { ...payload, meterStop: 9000 }))[0]).toBe(3);
    expect(await detailsOf(driver, booking)).toEqual(first);
    expect(first).toMatchObject({ units_consumed: 2 });
    await chargePoint.close();
  });

  test.each([-1, 0, 987_654, 5_000_000_000])(
    'with transaction id %i ends the only session that it can mean',
    async (id) => {
      const { driver, chargePoint, booking } = await begun();
      expect(
        (await chargePoint.call('StopTransaction', { transactionId: id, meterStop: 1700, timestamp: at(30) }))[0],
      ).toBe(3);
      expect(await detailsOf(driver, booking)).toMatchObject({ units_consumed: 0.7, status: 'completed' });
      await chargePoint.close();
    },
  );

  test('that comes before its start, without the id, ends the session as soon as the start comes', async () => {
    const { driver, chargePoint, booking, startPayload, idTag } = await accepted(at(-300));
    const early = { transactionId: -1, idTag, meterStop: 2500, timestamp: at(-60), reason: 'EVDisconnected' };
    expect((await chargePoint.call('StopTransaction', early))[0]).toBe(3);
    const [, , answer] = await chargePoint.call('StartTransaction', startPayload);
    expect(answer).toMatchObject({ idTagInfo: { status: 'Accepted' } });
    expect(await detailsOf(driver, booking)).toMatchObject({ status: 'completed', units_consumed: 1.5 });
    expect(await rows(`select ended_at, end_reason from charging_sessions where booking_id = '${booking}'`)).toEqual([
      { ended_at: new Date(early.timestamp), end_reason: 'EVDisconnected' },
    ]);
    // A repeat gets the same answer, and nothing waits for staff any more.
    expect((await chargePoint.call('StartTransaction', startPayload))[2]).toEqual(answer);
    expect(await rows(`select 1 from quarantined_reports where report like '%${idTag}%'`)).toEqual([]);
    await chargePoint.close();
  });

  test('that came before a start and is of another tag, has no tag, or a lower register, does not end it', async () => {
    const { driver, chargePoint, booking, startPayload, idTag } = await accepted(at(-50));
    const early = { transactionId: -1, idTag, meterStop: 2500, timestamp: at(-20) };
    for (const other of [{ idTag: 'ANOTHER' }, { idTag: undefined }, { meterStop: 900 }, { timestamp: at(-90) }])
      await chargePoint.call('StopTransaction', { ...early, ...other });
    const [, , answer] = await chargePoint.call('StartTransaction', startPayload);
    expect(await detailsOf(driver, booking)).toMatchObject({ status: 'charging' });
    await stop(chargePoint, (answer as { transactionId: number }).transactionId, 1500);
  });

  test('that matches no session is acknowledged and quarantined', async () => {
    const chargePoint = await new BareChargePoint(url, { password: 'secret-FAST-1' }).open();
    expect((await chargePoint.call('StopTransaction', { transactionId: 55, meterStop: 10, timestamp: at(0) }))[0]).toBe(
      3,
    );
    const kept = `select 1 from quarantined_reports where kind = 'StopTransaction' and report like '%"transactionId":55,%'`;
    expect(await rows(kept)).toHaveLength(1);
    await chargePoint.close();
  });

  test('releases the rest of the hold, which is not released before', async () => {
    const { driver, chargePoint, booking, transactionId } = await begun();
    expect(await detailsOf(driver, booking)).toMatchObject({ status: 'charging' });
    expect(await detailsOf(driver, booking)).not.toHaveProperty('released');
    await stop(chargePoint, transactionId, 2000);
    // 5 units were held for, 1 was delivered, at 17.70 a unit.
    expect(await detailsOf(driver, booking)).toMatchObject({ status: 'completed', released: 70.8 });
  });

  test('without energy makes no invoice and releases the whole hold [TAX-11]', async () => {
    const { driver, chargePoint, booking, transactionId } = await begun();
    await stop(chargePoint, transactionId, 1000);
    expect(await detailsOf(driver, booking)).toMatchObject({ total_amount: 0, invoice_number: booking });
    expect((await driver.ask('getWallet', { query: {} })).wallet).toMatchObject({ balance: 500, held: 0 });
  });

  test('of three watt-hours at ₹15 a unit costs 4.5 paise, rounded half up, on the invoice and in the wallet [TAX-1]', async () => {
    const { driver, chargePoint, booking, transactionId } = await begun();
    await stop(chargePoint, transactionId, 1003);
    expect(await detailsOf(driver, booking)).toMatchObject({ amount: 0.05, total_amount: 0.05 });
    expect((await driver.ask('getWallet', { query: {} })).wallet).toMatchObject({ balance: 499.95, held: 0 });
    expect(await rows(`select amount_paise::int from invoices where reference = '${booking}'`)).toEqual([
      { amount_paise: 5 },
    ]);
  });

  test('beyond the purchase takes 2 % more from the free wallet, and the rest is disputed', async () => {
    const { driver, chargePoint, booking, transactionId } = await begun();
    // 5 units were bought; 6 come from a charge point that did not stop in time.
    await chargePoint.call('MeterValues', {
      connectorId: 1,
      transactionId,
      meterValue: [{ timestamp: at(100), sampledValue: [{ value: '7000' }] }],
    });
    await chargePoint.call('StopTransaction', { transactionId, meterStop: 7000, timestamp: at(101) });
    const details = await detailsOf(driver, booking);
    expect(details).toMatchObject({ units_consumed: 5.1, total_amount: 90.28 });
    expect((await driver.ask('getWallet', { query: {} })).wallet).toMatchObject({ balance: 409.72, held: 0 });
    const disputed = `select cause, energy_wh::int as wh from disputed_energy where booking_id = '${booking}'`;
    expect(await rows(disputed)).toEqual([{ cause: 'beyond_bound', wh: 900 }]);
    await chargePoint.close();
  });
});

describe('a charge point that does not stop', () => {
  const sample = (seconds: number, registerWh: number) => ({
    timestamp: at(seconds),
    sampledValue: [{ value: String(registerWh) }],
  });

  test('and continues after its session is over is asked to stop', async () => {
    const { chargePoint, transactionId } = await begun();
    await chargePoint.call('StopTransaction', { transactionId, meterStop: 1500, timestamp: at(30) });
    await chargePoint.call('MeterValues', { connectorId: 1, transactionId, meterValue: [sample(20, 1400)] });
    expect(chargePoint.asked.some(({ action }) => action === 'RemoteStopTransaction')).toBe(false);
    await chargePoint.call('MeterValues', { connectorId: 1, transactionId, meterValue: [sample(60, 1600)] });
    expect((await chargePoint.wasAsked('RemoteStopTransaction')).payload).toEqual({ transactionId });
    await chargePoint.close();
  });
});

describe('samples', () => {
  const sample = (seconds: number, registerWh: number) => ({
    timestamp: at(seconds),
    sampledValue: [{ value: String(registerWh) }],
  });

  test('that are sent twice are stored once, and late ones after an outage do not change the order', async () => {
    const { driver, chargePoint, booking, transactionId } = await begun();
    const first = { connectorId: 1, transactionId, meterValue: [sample(10, 1200)] };
    await chargePoint.call('MeterValues', first);
    await chargePoint.call('MeterValues', first);
    await chargePoint.call('MeterValues', { connectorId: 1, transactionId, meterValue: [sample(40, 1900)] });
    await chargePoint.call('MeterValues', {
      connectorId: 1,
      transactionId,
      meterValue: [sample(20, 1400), sample(30, 1600)],
    });
    expect(
      await rows(
        `select register_wh::int as wh from meter_samples where transaction_id = ${transactionId} order by sampled_at`,
      ),
    ).toEqual([{ wh: 1200 }, { wh: 1400 }, { wh: 1600 }, { wh: 1900 }]);
    await chargePoint.call('StopTransaction', { transactionId, meterStop: 2000, timestamp: at(45) });
    expect(await detailsOf(driver, booking)).toMatchObject({ units_consumed: 1 });
    await chargePoint.close();
  });

  test.each([undefined, -1, 0])(
    'with transaction id %s belong to the running session of the connector',
    async (none) => {
      const { chargePoint, transactionId } = await begun();
      await chargePoint.call('MeterValues', { connectorId: 1, transactionId: none, meterValue: [sample(10, 1300)] });
      expect(await rows(`select 1 from meter_samples where transaction_id = ${transactionId}`)).toHaveLength(1);
      await stop(chargePoint, transactionId, 1400);
    },
  );

  test('of a register that restarted during the session are counted on', async () => {
    const { driver, chargePoint, booking, transactionId } = await begun();
    await chargePoint.call('MeterValues', { connectorId: 1, transactionId, meterValue: [sample(10, 1500)] });
    await chargePoint.call('BootNotification', { chargePointVendor: 'Test', chargePointModel: 'T' });
    for (const meterValue of [sample(20, 100), sample(30, 400)]) {
      await chargePoint.call('MeterValues', { connectorId: 1, transactionId, meterValue: [meterValue] });
    }
    await chargePoint.call('StopTransaction', { transactionId, meterStop: 600, timestamp: at(40) });
    expect(await detailsOf(driver, booking)).toMatchObject({ units_consumed: 1.1 });
    await chargePoint.close();
  });

  test('make the server request the stop when the purchase is used up, even from a charge point without power readings', async () => {
    const { chargePoint, transactionId } = await begun();
    await chargePoint.call('MeterValues', { connectorId: 1, transactionId, meterValue: [sample(90, 5_998)] });
    const { id, payload } = await chargePoint.wasAsked('RemoteStopTransaction');
    expect(payload).toEqual({ transactionId });
    chargePoint.say([3, id, { status: 'Accepted' }]);
    await stop(chargePoint, transactionId, 6000);
  });
});

/** After all of that the ledger is clean. */
afterAll(async () => {
  await eventually(async () =>
    expect(await rows('select 1 from charging_sessions where ended_at is null')).toEqual([]),
  );
  expect(await listLedgerProblems(stack.app.database, LEDGER_PARTS)).toEqual([]);
});
