import { afterAll, describe, expect, test } from 'vitest';
import type { Transaction } from '@bijli/charge-point/connector';
import { chargePrice } from '@bijli/contract/charge-estimate';
import { isRefusal, type Client } from '@bijli/contract/client';
import { rupees } from '@bijli/contract/money';
import {
  socketEvent,
  type LiveMeterValue,
  type StatusNotification,
  type TransactionStop,
} from '@bijli/contract/realtime';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { fastStart as start } from '#testing/bare-transaction.ts';
import { liveSocket } from '#testing/live-socket.ts';
import { timedApp } from '#testing/manual-time.ts';
import { LEDGER_PARTS } from '../../ledger-parts.ts';

const { time, ...stack } = await timedApp();
const fast = await stack.chargePoint('FAST-1');
const CAR = { batteryWh: 60_000, soc: 40, maxPowerW: 150_000 };

const balance = async (driver: Client) => (await driver.ask('getWallet', { query: { history: 'true' } })).wallet;
/** Until a connector is shown as free. */
async function free(connector: number): Promise<void> {
  await time.advance(1_000);
  const watcher = await viewer;
  const { chargers } = await watcher.ask('getCharger', { query: { property_id: 'test-station' } });
  const found = chargers.find((each) => each.charger_id === 'FAST-1')?.connectors[connector - 1];
  expect(found?.status).toBe('available');
}
const viewer = stack.driver('9000000001', 0);

describe('a session', () => {
  test('runs from the tap to the invoice, and all figures match to the paisa [SCOPE-4, API-17, API-18]', async () => {
    const driver = await stack.driver('9000000002', 500);
    const screen = await liveSocket(stack.url, driver.token);
    await free(1);
    const meter = new Promise<Transaction>((resolve) => fast.once('transactionStopped', resolve));
    fast.plug(1, CAR);
    const started = await driver.ask('remoteStart', { body: start(1, 0.3) });
    const { transaction } = await driver.ask('getOngoingCharging', { body: start(1, 0.3) });
    expect(transaction).toMatchObject({
      booking_id: started.invoice_number,
      charger_serial_number: 'FAST-1',
      oem_connector_number: 1,
    });
    expect((await balance(driver)).held).toBe(rupees(chargePrice(300, 1500).totalPaise));

    const { reason } = await time.until(screen.next<TransactionStop>(socketEvent.stop(transaction.booking_id)));
    expect(reason).toBe('Remote');
    const { data } = await driver.ask('paymentDetails', { query: { payment_id: transaction.booking_id } });
    const samples = fast.meterLog.filter((sample) => sample.connector === 1);
    expect(data.units_consumed).toBeGreaterThan(0.25);
    expect(data.units_consumed).toBeLessThanOrEqual(0.31);
    expect(data.invoice_number).toMatch(/^EV29\/\d{4}\/\d{6}$/);
    const price = chargePrice(Math.round(data.units_consumed * 1000), 1500);
    expect(data).toMatchObject({
      total_amount: rupees(price.totalPaise),
      cgst: rupees(price.cgstPaise),
      status: 'completed',
    });
    const { meterStartWh, stopped } = await meter;
    expect(Math.round(data.units_consumed * 1000)).toBe((stopped?.meterStopWh ?? 0) - meterStartWh);

    const after = await balance(driver);
    expect(after).toMatchObject({ balance: 500 - data.total_amount, held: 0 });
    expect(after.payment_history[0]).toMatchObject({ source: 'wallet', type: 'dr', total_amount: data.total_amount });

    const values = screen.events
      .filter((event) => event.name === socketEvent.meterValue('FAST-1', 1))
      .map((event) => event.payload as LiveMeterValue);
    expect(values.length).toBeGreaterThan(2);
    for (const value of values) {
      const sample = samples.find(({ at }) => at.toISOString() === value.at);
      expect(sample).toMatchObject({ powerW: (value.power_output ?? 0) * 1000 });
      expect(value.amount).toBe(rupees(chargePrice(Math.round(value.unit * 1000), 1500).totalPaise));
    }
    fast.unplug(1);
  });

  test('shows each step of the start, and says when it only waits for the cable [API-19]', async () => {
    const driver = await stack.driver('9000000003', 100);
    const screen = await liveSocket(stack.url, driver.token);
    await free(2);
    const { invoice_number: booking } = await driver.ask('remoteStart', { body: start(2, 1) });
    const status = socketEvent.status('FAST-1', 2);
    await time.until(screen.next<StatusNotification>(status, ({ stage }) => stage === 'plug-in'));
    fast.plug(2, CAR);
    await time.until(screen.next<StatusNotification>(status, ({ stage }) => stage === 'charging'));
    await time.until(screen.next<LiveMeterValue>(socketEvent.meterValue('FAST-1', 2)));
    await driver.ask('remoteStop', { body: { transaction_id: booking } });
    await time.until(screen.next<TransactionStop>(socketEvent.stop(booking)));
    const { data } = await driver.ask('paymentDetails', { query: { payment_id: booking } });
    expect(data.stop_reason).toBe('Stopped from the app');
    const stages = screen.events
      .filter((event) => event.name === status)
      .map((event) => (event.payload as StatusNotification).stage);
    expect([...new Set(stages)]).toEqual(['asking', 'plug-in', 'starting', 'charging', 'stopping']);
    fast.unplug(2);
  });

  test('cannot be seen or stopped by another driver [SOCKET-11, GATE-6]', async () => {
    const [owner, stranger] = await Promise.all([stack.driver('9000000004', 200), stack.driver('9000000005', 200)]);
    const [mine, theirs] = await Promise.all([
      liveSocket(stack.url, owner.token),
      liveSocket(stack.url, stranger.token),
    ]);
    await free(1);
    fast.plug(1, CAR);
    const { invoice_number: booking } = await owner.ask('remoteStart', { body: start(1, 2) });
    await time.until(mine.next<LiveMeterValue>(socketEvent.meterValue('FAST-1', 1)));
    theirs.socket.emit('meter_values', { connector: 1, serial: 'FAST-1' });
    theirs.socket.emit('charging_status', { transaction: { booking_id: booking } });
    theirs.socket.emit('transaction_stop', { transaction: { booking_id: booking } });
    expect(await stranger.call('remoteStop', { body: { transaction_id: booking } })).toMatchObject({
      code: 'charge_unknown',
    });
    expect(await stranger.call('paymentDetails', { query: { payment_id: booking } })).toMatchObject({
      code: 'charge_unknown',
    });
    const samples = (who: typeof owner) => who.call('chargingSamples', { query: { booking_id: booking } });
    expect(await samples(stranger)).toMatchObject({ code: 'charge_unknown' });
    expect((await samples(owner)) as object).toHaveProperty('samples.0.power_output', expect.any(Number));
    expect(await stranger.call('getOngoingCharging', { body: {} })).toMatchObject({ code: 'no_charge_running' });
    expect(await stranger.call('remoteStart', { body: start(1, 1) })).toMatchObject({ code: 'connector_busy' });
    expect(await owner.call('remoteStart', { body: start(1, 1) })).toMatchObject({ code: 'charge_running' });
    await owner.ask('remoteStop', { body: { transaction_id: booking } });
    await time.until(mine.next<TransactionStop>(socketEvent.stop(booking)));
    expect(theirs.events.filter((event) => event.name !== socketEvent.availability)).toEqual([]);
    fast.unplug(1);
  });

  test('that a screen follows is sent to that screen, and its end too [SOCKET-5, SOCKET-6, SOCKET-12]', async () => {
    const driver = await stack.driver('9000000006', 200);
    await free(1);
    fast.plug(1, CAR);
    const { invoice_number: booking } = await driver.ask('remoteStart', { body: start(1, 2) });
    const first = await liveSocket(stack.url, driver.token);
    await time.until(first.next<LiveMeterValue>(socketEvent.meterValue('FAST-1', 1)));
    const late = await liveSocket(stack.url, driver.token);
    late.socket.emit('charging_status', { transaction: { booking_id: booking } });
    late.socket.emit('meter_values', { connector: 1, serial: 'FAST-1' });
    expect(await time.until(late.next<StatusNotification>(socketEvent.status('FAST-1', 1)))).toMatchObject({
      stage: 'charging',
    });
    expect(await time.until(late.next<LiveMeterValue>(socketEvent.meterValue('FAST-1', 1)))).toMatchObject({
      booking_id: booking,
    });
    await driver.ask('remoteStop', { body: { transaction_id: booking } });
    await time.until(first.next<TransactionStop>(socketEvent.stop(booking)));
    const after = await liveSocket(stack.url, driver.token);
    after.socket.emit('transaction_stop', { transaction: { booking_id: booking } });
    expect(await time.until(after.next<TransactionStop>(socketEvent.stop(booking)))).toMatchObject({
      transaction_id: booking,
    });
    fast.unplug(1);
  });
});

describe('a start', () => {
  test('is refused with a sentence when the wallet has 50 or less, and allowed with one paisa more [SHEET-19, STATION-19, CONST-5]', async () => {
    const poor = await stack.driver('9000000010', 50);
    expect(await poor.call('remoteStart', { body: start(1, 0.01) })).toMatchObject({
      success: false,
      code: 'balance_too_low',
      message: 'Please add ₹50.00 to your wallet, for seamless charging.',
    });
    expect(isRefusal(await poor.call('remoteStart', { body: start(1, 40) }))).toBe(true);
    const able = await stack.driver('9000000009', 50.01);
    expect(await able.call('remoteStart', { body: start(1, 40) })).toMatchObject({ code: 'balance_short' });
    const screen = await liveSocket(stack.url, able.token);
    await free(1);
    fast.plug(1, CAR);
    const { invoice_number: booking } = await able.ask('remoteStart', { body: start(1, 0.01) });
    await time.until(screen.next<TransactionStop>(socketEvent.stop(booking)));
    fast.unplug(1);
  });

  test('is refused when its price with tax exceeds the free balance [SHEET-21]', async () => {
    const driver = await stack.driver('9000000011', 60);
    // 60 rupees buy 3.38 units at 15 rupees and 18 %.
    expect(await driver.call('remoteStart', { body: start(1, 4) })).toMatchObject({ code: 'balance_short' });
  });

  test.each([0, -1, 40.01, 0.001])('of %d units is refused', async (units) => {
    const driver = await viewer;
    expect(await driver.call('remoteStart', { body: start(1, units) })).toMatchObject({ success: false });
  });

  test('at an offline charge point, an unknown charge point or an unknown connector is refused', async () => {
    const driver = await stack.driver('9000000012', 100);
    const at = (chargePoint: string, connector: number) => ({ ...start(connector, 1), charger_id: chargePoint });
    expect(await driver.call('remoteStart', { body: at('SLOW-1', 1) })).toMatchObject({ code: 'charger_offline' });
    expect(await driver.call('remoteStart', { body: at('NOPE', 1) })).toMatchObject({ code: 'connector_unknown' });
    expect(await driver.call('remoteStart', { body: at('FAST-1', 9) })).toMatchObject({ code: 'connector_unknown' });
  });

  test('that the charge point refuses releases the hold at once and says so [OCPP-9]', async () => {
    const driver = await stack.driver('9000000013', 100);
    await free(1);
    fast.misbehave('RemoteStartTransaction', 'Rejected');
    expect(await driver.call('remoteStart', { body: start(1, 1) })).toMatchObject({ code: 'charger_rejected' });
    fast.misbehave('RemoteStartTransaction', undefined);
    expect(await balance(driver)).toMatchObject({ balance: 100, held: 0 });
    expect((await driver.ask('chargingSessionList', {})).data[0]).toMatchObject({ status: 'failed' });
  });

  test('that is tapped twice makes one session', async () => {
    const driver = await stack.driver('9000000014', 500);
    const screen = await liveSocket(stack.url, driver.token);
    await Promise.all([free(1), free(2)]);
    fast.plug(1, CAR);
    const answers = await Promise.all(
      [1, 2, 1, 2].map((connector) => driver.call('remoteStart', { body: start(connector, 0.1) })),
    );
    expect(answers.filter((answer) => !isRefusal(answer)).length).toBe(1);
    const { transaction } = await driver.ask('getOngoingCharging', { body: {} });
    if (transaction.oem_connector_number === 2) fast.plug(2, CAR);
    await time.until(screen.next<TransactionStop>(socketEvent.stop(transaction.booking_id)));
    fast.unplug(1);
    fast.unplug(2);
  });

  test('that is stopped before it began costs nothing, and each screen shows the reason in its own language', async () => {
    const driver = await stack.driver('9000000015', 100);
    const screens = [await liveSocket(stack.url, driver.token), await liveSocket(stack.url, driver.token, 'hi-IN')];
    await free(2);
    const { invoice_number: booking } = await driver.ask('remoteStart', { body: start(2, 1) });
    await driver.ask('remoteStop', { body: { transaction_id: booking } });
    const status = socketEvent.status('FAST-1', 2);
    const statuses = screens.map((screen) =>
      screen.next<StatusNotification>(status, ({ stage }) => stage === 'failed'),
    );
    expect((await Promise.all(statuses)).map(({ reason }) => reason)).toEqual([
      'You stopped the charge before it began. Nothing was charged.',
      'आपने चार्जिंग शुरू होने से पहले ही रोक दी। कोई रकम नहीं कटी।',
    ]);
    expect(await balance(driver)).toMatchObject({ balance: 100, held: 0 });
    // The charge point still waits for the cable: plugging in now begins nothing that is paid for.
    fast.plug(2, CAR);
    await time.settled();
    expect(fast.connector(2).transaction).toBeUndefined();
    expect(await balance(driver)).toMatchObject({ balance: 100, held: 0 });
    fast.unplug(2);
  });
});

/** After all of that the ledger is clean. */
afterAll(async () => {
  expect(await listLedgerProblems(stack.app.database, LEDGER_PARTS)).toEqual([]);
});
