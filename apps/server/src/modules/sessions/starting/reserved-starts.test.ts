import { afterEach, beforeEach, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { addToken } from '#modules/tokens/index.ts';
import { walletCheck } from '#modules/wallet/index.ts';
import { fastStart } from '#testing/bare-transaction.ts';
import { BareChargePoint } from '#testing/charge-point-fixture.ts';
import { timedApp } from '#testing/manual-time.ts';
import { staffOf } from '#testing/staff.ts';
import { sessionsCheck } from '../index.ts';

const stack = await timedApp();
const { clock, time } = stack;
const { database } = stack.app;
afterEach(async () => {
  await stack.switchOff();
  expect(await listLedgerProblems(database, [walletCheck, sessionsCheck])).toEqual([]);
});

const CAR = { batteryWh: 60_000, soc: 40, maxPowerW: 30_000 };
const charger_id = 'FAST-1';
type Driver = Awaited<ReturnType<typeof stack.driver>>;

/** What a driver finds the first connector of FAST-1 to be. */
async function seenBy(driver: Driver): Promise<string | undefined> {
  const { chargers } = await driver.ask('getCharger', { query: { property_id: 'test-station' } });
  return chargers.find((one) => one.charger_id === charger_id)?.connectors[0]?.status;
}

let staff: Awaited<ReturnType<typeof staffOf>>;
let turns = 0;
beforeEach(async () => {
  turns += 1;
  staff = await staffOf(stack, 'operations', { email: `operations-${turns}@bijli.example` });
});

/** The operator has the charge point keep its first connector for a tag. */
async function reserved(idTag: string, minutes: number, parentIdTag?: string): Promise<number> {
  const expiryDate = new Date(clock.now().getTime() + minutes * MINUTE_MS).toISOString();
  const payload = { connectorId: 1, expiryDate, idTag, ...(parentIdTag && { parentIdTag }) };
  const { command } = await time.until(
    staff.ask('commandCharger', {
      params: { charger_id },
      query: { wait: '10' },
      body: { operation: 'ReserveNow', payload },
    }),
  );
  expect(command).toMatchObject({ state: 'done', answer: { status: 'Accepted' } });
  await time.settled();
  return (command.payload as { reservationId: number }).reservationId;
}
const held = async () =>
  (await database.$client.query("select key from charger_holdings where what = 'reservation'")).rows.map(
    ({ key }) => key,
  );

async function withCard(mobile: string, number: string): Promise<Driver> {
  const driver = await stack.driver(mobile, 500);
  await driver.ask('addCard', { body: { number, name: 'Card' } });
  return driver;
}

test('a connector that is reserved for a card is free for its driver only, who starts there in the app; the start ends it [OCPP-23]', async () => {
  const [driver, stranger] = [await withCard('9450000001', 'HOLDER-1'), await stack.driver('9450000002', 500)];
  const chargePoint = await stack.chargePoint(charger_id);
  const id = await reserved('HOLDER-1', 60);
  expect(await held()).toEqual([String(id)]);
  expect([await seenBy(driver), await seenBy(stranger)]).toEqual(['available', 'unavailable']);
  expect(await stranger.call('remoteStart', { body: fastStart(1, 5) })).toMatchObject({ code: 'connector_busy' });
  chargePoint.plug(1, CAR);
  const { invoice_number: booking } = await time.until(driver.ask('remoteStart', { body: fastStart(1, 5) }));
  await time.settled();
  expect(await held()).toEqual([]);
  const { transaction } = await driver.ask('getOngoingCharging', { body: {} });
  expect(transaction).toMatchObject({ booking_id: booking, units_bought: 5 });
  expect(await time.until(chargePoint.present(1, 'HOLDER-1'))).toBe(true);
});

test('the server rejects another card there even if the charge point lets it begin; the holder’s begins with the id of the reservation [OCPP-23]', async () => {
  await addToken(database, { idTag: 'STRANGER', label: 'Van' }, clock.now());
  await withCard('9450000003', 'HOLDER-2');
  const chargePoint = await stack.chargePoint(charger_id);
  await reserved('HOLDER-2', 60);
  const start = { chargePointId: charger_id, connector: 1, meterStartWh: 5, at: clock.now(), receivedAt: clock.now() };
  const { sessions } = stack.app.modules;
  expect(await sessions.started({ ...start, idTag: 'STRANGER' })).toMatchObject({ status: 'Invalid' });
  chargePoint.plug(1, CAR);
  expect(await time.until(chargePoint.present(1, 'HOLDER-2'))).toBe(true);
  await time.settled();
  expect(await held()).toEqual([]);
  await time.advance(MINUTE_MS);
  chargePoint.stop(1);
  await time.settled();
});

test('a reservation that ends, or that the operator cancels, frees the connector for everybody', async () => {
  const [driver, stranger] = [await withCard('9450000004', 'HOLDER-3'), await stack.driver('9450000005', 500)];
  await stack.chargePoint(charger_id);
  await reserved('HOLDER-3', 10);
  expect(await seenBy(stranger)).toBe('unavailable');
  await time.advance(11 * MINUTE_MS);
  expect([await seenBy(driver), await seenBy(stranger), await held()]).toEqual(['available', 'available', []]);
  const reservationId = await reserved('HOLDER-3', 60);
  const cancel = { operation: 'CancelReservation' as const, payload: { reservationId } };
  await time.until(staff.ask('commandCharger', { params: { charger_id }, query: { wait: '10' }, body: cancel }));
  await time.settled();
  expect([await seenBy(stranger), await held()]).toEqual(['available', []]);
});

test('a reservation whose end an offline charge point never reported is over all the same, and is purged', async () => {
  const stranger = await stack.driver('9450000006', 500);
  const chargePoint = await stack.chargePoint(charger_id);
  await reserved('SOMEBODY', 30);
  chargePoint.drop();
  await time.advance(HOUR_MS);
  await stack.app.modules.commands.purgeExpired();
  expect(await held()).toEqual([]);
  await chargePoint.connect();
  await time.settled();
  expect(await seenBy(stranger)).toBe('available');
});

test('if a whole charge point is reserved, one connector stays free for the holder; of two other drivers at once one is refused [OCPP-23]', async () => {
  const holder = await withCard('9450000007', 'HOLDER-4');
  const others = [await stack.driver('9450000008', 500), await stack.driver('9450000009', 500)];
  await addToken(database, { idTag: 'STRANGER-2', label: 'Van' }, clock.now());
  const [one, two] = others;
  if (!one || !two) throw new Error('There are not two drivers.');
  const chargePoint = await new BareChargePoint(`${stack.url.replace('http', 'ws')}/ocpp/${charger_id}`, {
    password: `secret-${charger_id}`,
  }).open();
  const says = (connectorId: number, status: string) =>
    chargePoint.call('StatusNotification', { connectorId, status, errorCode: 'NoError' });
  const started = async (start: object) =>
    (await chargePoint.call('StartTransaction', start))[2] as { transactionId: number };
  for (const connector of [1, 2]) await says(connector, 'Available');
  const allSeenBy = async (driver: Driver) => {
    const { chargers } = await driver.ask('getCharger', { query: { property_id: 'test-station' } });
    return chargers.find((charger) => charger.charger_id === charger_id)?.connectors.map(({ status }) => status);
  };
  const payload = {
    connectorId: 0,
    idTag: 'HOLDER-4',
    expiryDate: new Date(clock.now().getTime() + HOUR_MS).toISOString(),
  };
  const body = { operation: 'ReserveNow', payload };
  const reserving = staff.ask('commandCharger', { params: { charger_id }, query: { wait: '10' }, body });
  const reserve = await time.until(chargePoint.wasAsked('ReserveNow'));
  chargePoint.say([3, reserve.id, { status: 'Accepted' }]);
  const { reservationId } = (await time.until(reserving)).command.payload as { reservationId: number };
  // Of two one is kept, whichever that will be.
  for (const driver of [holder, one]) expect(await allSeenBy(driver)).toEqual(['available', 'available']);

  const starts = [
    one.call('remoteStart', { body: fastStart(1, 5) }),
    two.call('remoteStart', { body: fastStart(2, 5) }),
  ];
  const { id, payload: asked } = await time.until(chargePoint.wasAsked('RemoteStartTransaction'));
  const { connectorId, idTag } = asked as { connectorId: number; idTag: string };
  chargePoint.say([3, id, { status: 'Accepted' }]);
  const answers = await time.until(Promise.all(starts));
  expect(answers.filter(({ success }) => !success)).toMatchObject([{ code: 'connector_busy' }]);
  const begin = { connectorId, idTag, meterStart: 0, timestamp: clock.now().toISOString() };
  const begun = await started(begin);
  await says(connectorId, 'Charging');
  const last = 3 - connectorId;
  const stranger = others[connectorId === 1 ? 1 : 0] ?? one;
  expect((await allSeenBy(stranger))?.[last - 1]).toBe('unavailable');
  expect((await allSeenBy(holder))?.[last - 1]).toBe('available');
  expect(await stranger.call('remoteStart', { body: fastStart(last, 5) })).toMatchObject({ code: 'connector_busy' });
  const byCard = { connectorId: last, idTag: 'STRANGER-2', meterStart: 0, timestamp: clock.now().toISOString() };
  expect(await started(byCard)).toMatchObject({ idTagInfo: { status: 'Invalid' } });

  const own = holder.call('remoteStart', { body: fastStart(last, 5) });
  const taken = await time.until(chargePoint.wasAsked('RemoteStartTransaction', 2));
  // The charge point keeps it for the tag that it was told.
  expect(taken.payload).toMatchObject({ connectorId: last, idTag: 'HOLDER-4' });
  chargePoint.say([3, taken.id, { status: 'Accepted' }]);
  expect(await time.until(own)).toMatchObject({ success: true });
  const use = { connectorId: last, idTag: 'HOLDER-4', meterStart: 0, reservationId };
  const used = await started({ ...use, timestamp: clock.now().toISOString() });
  await time.settled();
  expect(await held()).toEqual([]);
  for (const { transactionId } of [begun, used])
    await chargePoint.call('StopTransaction', { transactionId, meterStop: 0, timestamp: clock.now().toISOString() });
  for (const connector of [1, 2]) await says(connector, 'Available');
  expect(await allSeenBy(stranger)).toEqual(['available', 'available']);
  await chargePoint.close();
});
