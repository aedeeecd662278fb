import { once } from 'node:events';
import type { Client } from '@bijli/contract/client';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { ledgerCheck } from '#modules/ledger/index.ts';
import { testApp } from '#testing/app.ts';
import { fastStart } from '#testing/bare-charge.ts';
import { BareCharger, CONFIGURATION } from '#testing/charger-stage.ts';
import { eventually } from '#testing/eventually.ts';
import { LEDGER_PARTS } from '../../ledger-parts.ts';

const world = await testApp();
const url = `${world.url.replace('http', 'ws')}/ocpp/FAST-1`;
const start = fastStart(1);
const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const rows = async (query: string) => (await world.app.database.$client.query<Record<string, unknown>>(query)).rows;

let next = 0;

const dialIn = () => new BareCharger(url, { password: 'secret-FAST-1' }).open();

/** A start that a hand-driven charger has accepted and will tell of at register 1000 Wh. */
async function accepted(startedAt = at(0)): Promise<{
  driver: Client;
  charger: BareCharger;
  booking: string;
  idTag: string;
  startPayload: object;
}> {
  next += 1;
  const driver = await world.driver(`94000000${String(next).padStart(2, '0')}`, 500);
  const charger = await dialIn();
  await charger.call('BootNotification', { chargePointVendor: 'Test', chargePointModel: 'T' });
  await charger.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' });
  // One call is in flight at a time: an unanswered one would make the start wait.
  const configuration = await charger.wasAsked('GetConfiguration');
  charger.say([3, configuration.id, CONFIGURATION]);
  const asked = driver.ask('remoteStart', { body: start });
  const { id, payload } = await charger.wasAsked('RemoteStartTransaction');
  charger.say([3, id, { status: 'Accepted' }]);
  const { invoice_number: booking } = await asked;
  const { idTag } = payload as { idTag: string };
  const startPayload = { connectorId: 1, idTag, meterStart: 1000, timestamp: startedAt };
  return { driver, charger, booking, idTag, startPayload };
}

/** The charge that follows. */
async function begun(startedAt = at(0)) {
  const start = await accepted(startedAt);
  const [, , answer] = await start.charger.call('StartTransaction', start.startPayload);
  return { ...start, transactionId: (answer as { transactionId: number }).transactionId };
}

const detailsOf = async (driver: Client, booking: string) =>
  (await driver.ask('paymentDetails', { query: { payment_id: booking } })).data;

async function stop(charger: BareCharger, transactionId: number, meterStop: number): Promise<void> {
  await charger.call('StopTransaction', { transactionId, meterStop, timestamp: at(30), reason: 'Local' });
  await charger.close();
}

describe('a start that is sent again', () => {
  test('gets the same transaction id and is accepted, with another message id and after the charge is over too [OCPP-5]', async () => {
    const { driver, charger, booking, startPayload, transactionId } = await begun();
    expect(transactionId).toBeGreaterThanOrEqual(1000);
    const again = await charger.call('StartTransaction', startPayload);
    expect(again[2]).toMatchObject({ transactionId, idTagInfo: { status: 'Accepted' } });
    await charger.call('StopTransaction', { transactionId, meterStop: 2000, timestamp: at(30) });
    const late = await charger.call('StartTransaction', startPayload);
    expect(late[2]).toMatchObject({ transactionId, idTagInfo: { status: 'Accepted' } });
    await charger.close();
    expect(await rows(`select count(*)::int as count from charging_sessions where booking_id = '${booking}'`)).toEqual([
      { count: 1 },
    ]);
    expect(await detailsOf(driver, booking)).toMatchObject({ units_consumed: 1, status: 'completed' });
  });

  test('with a tag that buys nothing, or on another connector, is not accepted and is kept for the operator [OCPP-7]', async () => {
    const { charger, idTag, startPayload } = await accepted();
    const starts = async (more: object) => (await charger.call('StartTransaction', { ...startPayload, ...more }))[2];
    const refused = { idTagInfo: { status: 'Invalid' } };
    expect(await starts({ connectorId: 2, idTag: 'FFFF0000FFFF0000FFFF' })).toMatchObject(refused);
    // Before its charge has begun, and while it runs.
    expect(await starts({ connectorId: 2, idTag, timestamp: at(1) })).toMatchObject(refused);
    const begins = (await starts({})) as { transactionId: number };
    expect(begins).toMatchObject({ idTagInfo: { status: 'Accepted' } });
    expect(await starts({ connectorId: 2, idTag, timestamp: at(2) })).toMatchObject(refused);
    await stop(charger, begins.transactionId, 1500);
    const kept = `select from quarantined_reports where kind = 'StartTransaction' and report ~ 'FFFF0000FFFF0000FFFF|${idTag}'`;
    expect(await rows(kept)).toHaveLength(3);
  });
});

test.each(['%00', 'FAST-1%00', 'x'.repeat(5000)])('a caller under the impossible id %s is a stranger', async (id) => {
  await expect(new BareCharger(url.replace('FAST-1', id), { user: 'x' }).open()).rejects.toThrow('404');
});

describe('a start', () => {
  test('with the tag of a charge that is over buys nothing [OCPP-7]', async () => {
    const { charger, idTag, transactionId } = await begun();
    await charger.call('StopTransaction', { transactionId, meterStop: 2000, timestamp: at(30) });
    const next = { connectorId: 1, idTag, meterStart: 2000, timestamp: at(40) };
    const [, , answer] = await charger.call('StartTransaction', next);
    expect(answer).toMatchObject({ idTagInfo: { status: 'Invalid' } });
    expect((answer as { transactionId: number }).transactionId).not.toBe(transactionId);
    await charger.close();
  });

  test('whose commit was not heard is taken up when the charger sends it again', async () => {
    const { database } = world.app;
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
    const { charger: before, startPayload } = await accepted();
    before.say([2, 'unheard', 'StartTransaction', startPayload]);
    await once(before.socket, 'close');
    const charger = await dialIn();
    const [, , answer] = await charger.call('StartTransaction', startPayload);
    const { transactionId } = answer as { transactionId: number };

    const meterValue = [{ timestamp: at(90), sampledValue: [{ value: '5998' }] }];
    await charger.call('MeterValues', { connectorId: 1, transactionId, meterValue });
    // One call is in flight at a time: an unanswered one would make the stop wait.
    const { id: triggerId } = await charger.wasAsked('TriggerMessage');
    charger.say([3, triggerId, { status: 'NotImplemented' }]);
    const { id: configurationId } = await charger.wasAsked('GetConfiguration');
    charger.say([3, configurationId, CONFIGURATION]);
    const { id } = await charger.wasAsked('RemoteStopTransaction');
    charger.say([3, id, { status: 'Accepted' }]);
    await stop(charger, transactionId, 6000);
  });

  test('by a clock that runs ahead and is then put right is billed in full', async () => {
    const { driver, charger, booking, transactionId } = await begun(at(540));
    await stop(charger, transactionId, 1800);
    expect(await detailsOf(driver, booking)).toMatchObject({ units_consumed: 0.8 });
  });
});

describe('a stop', () => {
  test('by a clock that was reset in mid-charge is billed and ends when it was heard', async () => {
    const { driver, charger, booking, transactionId } = await begun();
    const timestamp = '2020-01-01T00:00:05Z';
    await charger.call('StopTransaction', { transactionId, meterStop: 1100, timestamp, reason: 'PowerLoss' });
    const { units_consumed: units, end_date_time: end } = await detailsOf(driver, booking);
    expect(units).toBe(0.1);
    expect(Date.parse(end ?? '')).toBeGreaterThan(Date.now() - 60_000);
    await charger.close();
  });

  test('under the id of a start that was not accepted ends no other charge', async () => {
    const { driver, charger, booking, transactionId } = await begun();
    const card = { connectorId: 2, idTag: 'SOMEBODYS-CARD', meterStart: 0, timestamp: at(0) };
    const [, , answer] = await charger.call('StartTransaction', card);
    const { transactionId: other } = answer as { transactionId: number };
    await charger.call('StopTransaction', { transactionId: other, meterStop: 0, timestamp: at(5) });
    expect(await detailsOf(driver, booking)).toMatchObject({ status: 'charging' });
    await stop(charger, transactionId, 1500);
  });

  test('that comes on more paths at once than there are database connections settles once, and nothing hangs', async () => {
    const { driver, charger, booking, transactionId } = await begun();
    const report = { chargerId: 'FAST-1', transactionId, meterStopWh: 2000, reason: 'Local', readings: [] };
    const times = { at: new Date(at(30)), receivedAt: new Date() };
    await Promise.all(Array.from({ length: 30 }, () => world.app.sessions.stopped({ ...report, ...times })));
    expect(await detailsOf(driver, booking)).toMatchObject({ units_consumed: 1, status: 'completed' });
    await charger.close();
  });

  test('that is sent again settles once [OCPP-6]', async () => {
    const { driver, charger, booking, transactionId } = await begun();
    const payload = { transactionId, meterStop: 3000, timestamp: at(30), reason: 'Local' };
    expect((await charger.call('StopTransaction', payload))[0]).toBe(3);
    const first = await detailsOf(driver, booking);
    expect((await charger.call('StopTransaction', { ...payload, meterStop: 9000 }))[0]).toBe(3);
    expect(await detailsOf(driver, booking)).toEqual(first);
    expect(first).toMatchObject({ units_consumed: 2 });
    await charger.close();
  });

  test.each([-1, 0, 987_654, 5_000_000_000])(
    'with transaction id %i is taken for the one charge that it can mean',
    async (id) => {
      const { driver, charger, booking } = await begun();
      expect(
        (await charger.call('StopTransaction', { transactionId: id, meterStop: 1700, timestamp: at(30) }))[0],
      ).toBe(3);
      expect(await detailsOf(driver, booking)).toMatchObject({ units_consumed: 0.7, status: 'completed' });
      await charger.close();
    },
  );

  test('that matches no charge is acknowledged and kept for the operator', async () => {
    const charger = await new BareCharger(url, { password: 'secret-FAST-1' }).open();
    expect((await charger.call('StopTransaction', { transactionId: 55, meterStop: 10, timestamp: at(0) }))[0]).toBe(3);
    const kept = `select 1 from quarantined_reports where kind = 'StopTransaction' and report like '%"transactionId":55,%'`;
    expect(await rows(kept)).toHaveLength(1);
    await charger.close();
  });

  test('is when the rest of the hold comes back, and not before', async () => {
    const { driver, charger, booking, transactionId } = await begun();
    expect(await detailsOf(driver, booking)).toMatchObject({ status: 'charging' });
    expect(await detailsOf(driver, booking)).not.toHaveProperty('released');
    await stop(charger, transactionId, 2000);
    // 5 units were held for, 1 was delivered, at 17.70 a unit.
    expect(await detailsOf(driver, booking)).toMatchObject({ status: 'completed', released: 70.8 });
  });

  test('without energy makes no invoice and gives the whole hold back [TAX-11]', async () => {
    const { driver, charger, booking, transactionId } = await begun();
    await stop(charger, transactionId, 1000);
    expect(await detailsOf(driver, booking)).toMatchObject({ total_amount: 0, invoice_number: booking });
    expect((await driver.ask('getWallet', { query: {} })).wallet).toMatchObject({ balance: 500, held: 0 });
  });

  test('with three watt-hours at ₹15 a unit costs 4.5 paise, rounded half up, on the invoice and in the wallet [TAX-1]', async () => {
    const { driver, charger, booking, transactionId } = await begun();
    await stop(charger, transactionId, 1003);
    expect(await detailsOf(driver, booking)).toMatchObject({ amount: 0.05, total_amount: 0.05 });
    expect((await driver.ask('getWallet', { query: {} })).wallet).toMatchObject({ balance: 499.95, held: 0 });
    expect(await rows(`select amount_paise::int from invoices where reference = '${booking}'`)).toEqual([
      { amount_paise: 5 },
    ]);
  });

  test('beyond what was bought takes 2 % more from the free wallet, and the rest waits for a person', async () => {
    const { driver, charger, booking, transactionId } = await begun();
    // 5 units were bought; 6 come from a charger that did not stop in time.
    await charger.call('MeterValues', {
      connectorId: 1,
      transactionId,
      meterValue: [{ timestamp: at(100), sampledValue: [{ value: '7000' }] }],
    });
    await charger.call('StopTransaction', { transactionId, meterStop: 7000, timestamp: at(101) });
    const details = await detailsOf(driver, booking);
    expect(details).toMatchObject({ units_consumed: 5.1, total_amount: 90.28 });
    expect((await driver.ask('getWallet', { query: {} })).wallet).toMatchObject({ balance: 409.72, held: 0 });
    const disputed = `select cause, energy_wh::int as wh from disputed_energy where booking_id = '${booking}'`;
    expect(await rows(disputed)).toEqual([{ cause: 'beyond_bound', wh: 900 }]);
    await charger.close();
  });
});

describe('a charger that does not stop', () => {
  const sample = (seconds: number, registerWh: number) => ({
    timestamp: at(seconds),
    sampledValue: [{ value: String(registerWh) }],
  });

  test('and delivers on after its charge is over is asked to stop', async () => {
    const { charger, transactionId } = await begun();
    await charger.call('StopTransaction', { transactionId, meterStop: 1500, timestamp: at(30) });
    await charger.call('MeterValues', { connectorId: 1, transactionId, meterValue: [sample(20, 1400)] });
    expect(charger.asked.some(({ action }) => action === 'RemoteStopTransaction')).toBe(false);
    await charger.call('MeterValues', { connectorId: 1, transactionId, meterValue: [sample(60, 1600)] });
    expect((await charger.wasAsked('RemoteStopTransaction')).payload).toEqual({ transactionId });
    await charger.close();
  });
});

describe('samples', () => {
  const sample = (seconds: number, registerWh: number) => ({
    timestamp: at(seconds),
    sampledValue: [{ value: String(registerWh) }],
  });

  test('sent twice are kept once, and late ones of an outage change the order of nothing', async () => {
    const { driver, charger, booking, transactionId } = await begun();
    const first = { connectorId: 1, transactionId, meterValue: [sample(10, 1200)] };
    await charger.call('MeterValues', first);
    await charger.call('MeterValues', first);
    await charger.call('MeterValues', { connectorId: 1, transactionId, meterValue: [sample(40, 1900)] });
    await charger.call('MeterValues', {
      connectorId: 1,
      transactionId,
      meterValue: [sample(20, 1400), sample(30, 1600)],
    });
    expect(
      await rows(
        `select register_wh::int as wh from meter_samples where transaction_id = ${transactionId} order by sampled_at`,
      ),
    ).toEqual([{ wh: 1200 }, { wh: 1400 }, { wh: 1600 }, { wh: 1900 }]);
    await charger.call('StopTransaction', { transactionId, meterStop: 2000, timestamp: at(45) });
    expect(await detailsOf(driver, booking)).toMatchObject({ units_consumed: 1 });
    await charger.close();
  });

  test.each([undefined, -1, 0])('with transaction id %s belong to what runs on the connector', async (none) => {
    const { charger, transactionId } = await begun();
    await charger.call('MeterValues', { connectorId: 1, transactionId: none, meterValue: [sample(10, 1300)] });
    expect(await rows(`select 1 from meter_samples where transaction_id = ${transactionId}`)).toHaveLength(1);
    await stop(charger, transactionId, 1400);
  });

  test('of a register that restarted in mid-charge are counted on', async () => {
    const { driver, charger, booking, transactionId } = await begun();
    await charger.call('MeterValues', { connectorId: 1, transactionId, meterValue: [sample(10, 1500)] });
    await charger.call('BootNotification', { chargePointVendor: 'Test', chargePointModel: 'T' });
    for (const meterValue of [sample(20, 100), sample(30, 400)]) {
      await charger.call('MeterValues', { connectorId: 1, transactionId, meterValue: [meterValue] });
    }
    await charger.call('StopTransaction', { transactionId, meterStop: 600, timestamp: at(40) });
    expect(await detailsOf(driver, booking)).toMatchObject({ units_consumed: 1.1 });
    await charger.close();
  });

  test('make the server ask for the stop when what was bought is used up, even from a charger that tells no power', async () => {
    const { charger, transactionId } = await begun();
    await charger.call('MeterValues', { connectorId: 1, transactionId, meterValue: [sample(90, 5_998)] });
    const { id, payload } = await charger.wasAsked('RemoteStopTransaction');
    expect(payload).toEqual({ transactionId });
    charger.say([3, id, { status: 'Accepted' }]);
    await stop(charger, transactionId, 6000);
  });
});

/** After all of that the ledger is clean. */
afterAll(async () => {
  await eventually(async () =>
    expect(await rows('select 1 from charging_sessions where ended_at is null')).toEqual([]),
  );
  expect(await ledgerCheck(world.app.database, LEDGER_PARTS)).toEqual([]);
});
