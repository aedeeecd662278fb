import { afterAll, expect, test } from 'vitest';
import { socketEvent, type TransactionStop } from '@bijli/contract/realtime';
import { MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { fastStart } from '#testing/bare-transaction.ts';
import { liveSocket } from '#testing/live-socket.ts';
import { timedApp } from '#testing/manual-time.ts';
import { LEDGER_PARTS } from '../../../ledger-parts.ts';

const { time, ...stack } = await timedApp({ env: { METER_SAMPLE_SECONDS: '15' } });
const CAR = { batteryWh: 60_000, soc: 40, maxPowerW: 50_000 };
const start = fastStart(1);

async function asked(mobile: string) {
  const driver = await stack.driver(mobile, 500);
  const chargePoint = await stack.chargePoint('FAST-1');
  const screen = await liveSocket(stack.url, driver.token);
  await time.settled();
  const { invoice_number: booking } = await driver.ask('remoteStart', { body: start });
  await time.settled();
  const session = async () =>
    (await driver.ask('chargingSessionList', {})).data.find(({ booking_id }) => booking_id === booking);
  const wallet = async () => (await driver.ask('getWallet', { query: {} })).wallet;
  return { driver, chargePoint, screen, booking, session, wallet };
}

test('a cable that is plugged in while the charge point has no link begins the requested session, which is billed to the last Wh', async () => {
  const { driver, chargePoint, screen, booking, session, wallet } = await asked('9210000001');
  await time.advance(10 * SECOND_MS);
  chargePoint.drop();
  await time.advance(40 * SECOND_MS);
  chargePoint.plug(1, CAR);
  await time.advance(65 * SECOND_MS);
  expect(await session()).toMatchObject({ status: 'accepted' });
  await time.until(chargePoint.connect());
  await time.settled();
  expect(await session()).toMatchObject({ status: 'charging' });
  await time.advance(MINUTE_MS);
  await driver.ask('remoteStop', { body: { transaction_id: booking } });
  await time.until(screen.next<TransactionStop>(socketEvent.stop(booking)));
  const { data } = await driver.ask('paymentDetails', { query: { payment_id: booking } });
  expect(data.units_consumed).toBe(chargePoint.connector(1).registerWh / 1000);
  expect(data.units_consumed).toBeGreaterThan(1);
  expect((await wallet()).held).toBe(0);
  await stack.switchOff();
});

test('after an hour without its charge point a start is given up, and the session that had begun in time is recovered and shown [OCPP-10]', async () => {
  const { driver, chargePoint, booking, session, wallet } = await asked('9210000002');
  chargePoint.drop();
  await time.advance(30 * SECOND_MS);
  // A small battery: the car takes no more after a while.
  chargePoint.plug(1, { ...CAR, batteryWh: 2000, soc: 85 });
  await time.advance(20 * MINUTE_MS);
  expect(await session()).toMatchObject({
    status: 'failed',
    stop_reason: 'The charger lost its connection before charging began',
  });
  expect(await wallet()).toMatchObject({ balance: 500, held: 0 });
  await time.advance(40 * MINUTE_MS);
  await time.until(chargePoint.connect());
  await time.settled();
  expect(await session()).toMatchObject({ status: expect.stringMatching('charging|suspended') });
  expect((await wallet()).held).toBeGreaterThan(0);
  await time.advance(MINUTE_MS);
  const { notifications } = await driver.ask('listNotifications', {});
  expect(notifications.map(({ title }) => title)).toEqual(['Charging has started after all', 'Charging did not begin']);
  chargePoint.stop(1);
  await time.settled();
  const { data } = await driver.ask('paymentDetails', { query: { payment_id: booking } });
  expect(data).toMatchObject({ status: 'completed', units_consumed: chargePoint.connector(1).registerWh / 1000 });
  await stack.switchOff();
});

test('a driver whose charge point vanishes before it stops charges elsewhere after a quarter of an hour, and gets the bill later [OCPP-13, OCPP-14]', async () => {
  const { driver, chargePoint, screen, booking, session, wallet } = await asked('9210000003');
  chargePoint.plug(1, CAR);
  await time.advance(MINUTE_MS);
  chargePoint.drop();
  const pressed = await driver.call('remoteStop', { body: { transaction_id: booking } });
  expect(pressed).toMatchObject({
    success: false,
    code: 'stop_silent',
    message: expect.stringContaining('15 minutes'),
  });
  const elsewhere = { ...start, charger_id: 'SLOW-1', connector_id: 'SLOW-1:1' };
  await stack.chargePoint('SLOW-1');
  await time.advance(14 * MINUTE_MS);
  expect(await driver.call('remoteStart', { body: elsewhere })).toMatchObject({ code: 'charge_running' });
  await time.until(screen.next<TransactionStop>(socketEvent.stop(booking)));
  await time.advance(MINUTE_MS);
  expect(await session()).toMatchObject({
    status: 'completed',
    provisional: true,
    stop_reason: 'Stopped from the app',
  });
  const before = (await driver.ask('paymentDetails', { query: { payment_id: booking } })).data;
  expect(before).toMatchObject({ provisional: true });
  expect(await wallet()).toMatchObject({ balance: 500 - before.total_amount, held: 0 });
  const latestNotification = async () => (await driver.ask('listNotifications', {})).notifications[0];
  expect((await latestNotification())?.body).toContain(
    'This is the charger’s last reading. If it reports more later, we correct the bill.',
  );

  const { invoice_number: second } = await driver.ask('remoteStart', { body: elsewhere });
  await driver.ask('remoteStop', { body: { transaction_id: second } });
  const closed = new Promise((resolve) => chargePoint.once('transactionClosed', resolve));
  await time.until(chargePoint.connect());
  await time.until(closed);
  await time.settled();
  const { data: after } = await driver.ask('paymentDetails', { query: { payment_id: booking } });
  // It went on while nobody heard it: more than the 5 units that were bought, and 2 % of them are billed.
  expect(chargePoint.connector(1).registerWh).toBeGreaterThan(5100);
  expect(after).toMatchObject({ status: 'completed', units_consumed: 5.1 });
  expect(after).not.toHaveProperty('provisional');
  expect(await latestNotification()).toMatchObject({ title: 'Your bill was corrected' });
  await stack.switchOff();
});

/** After all of that the ledger is clean. */
afterAll(async () => {
  expect(await listLedgerProblems(stack.app.database, LEDGER_PARTS)).toEqual([]);
});
