import { afterEach, beforeEach, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
import { ledgerCheck } from '#modules/ledger/index.ts';
import { addToken } from '#modules/tokens/index.ts';
import { walletCheck } from '#modules/wallet/index.ts';
import { fastStart } from '#testing/bare-transaction.ts';
import { timedApp } from '#testing/manual-time.ts';
import { staffOf } from '#testing/staff.ts';
import { sessionsCheck } from '../index.ts';

const stack = await timedApp();
const { clock, time } = stack;
const { database } = stack.app;
afterEach(async () => {
  await stack.switchOff();
  expect(await ledgerCheck(database, [walletCheck, sessionsCheck])).toEqual([]);
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

test('a connector that is reserved for a card is free for its driver alone, who starts there in the app; the start ends it [OCPP-23]', async () => {
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

test('a stranger’s card is refused there by us, should the charge point let it begin; the holder’s begins, with the id of the reservation [OCPP-23]', async () => {
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

test('its end frees it for everybody, and so does the operator who cancels it', async () => {
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

test('one whose end a charge point without a link never told is over all the same, and is purged', async () => {
  const stranger = await stack.driver('9450000006', 500);
  const chargePoint = await stack.chargePoint(charger_id);
  await reserved('SOMEBODY', 30);
  chargePoint.drop();
  await time.advance(HOUR_MS);
  await stack.app.modules.commands.purgeExpired();
  expect(await held()).toEqual([]);
  await chargePoint.comeBack();
  await time.settled();
  expect(await seenBy(stranger)).toBe('available');
});
