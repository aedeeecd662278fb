import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Quirks } from '@bijli/charge-point/quirks';
import type { Client } from '@bijli/contract/client';
import { socketEvent, type LiveMeterValue, type TransactionStop } from '@bijli/contract/realtime';
import { MINUTE_MS } from '#kernel/durations.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { fastStart } from '#testing/bare-transaction.ts';
import { liveSocket } from '#testing/live-socket.ts';
import { timedApp } from '#testing/manual-time.ts';
import { LEDGER_PARTS } from '../../../ledger-parts.ts';

const { time, clock, ...stack } = await timedApp({
  minIntervalMs: 3_600_000,
  env: { METER_SAMPLE_SECONDS: '60' },
});
const CAR = { batteryWh: 60_000, soc: 40, maxPowerW: 150_000 };
/** How often sessions are checked. */
const CHECK_EVERY_MS = 5_000;

const start = fastStart(1);
const walletOf = async (driver: Client) => (await driver.ask('getWallet', { query: {} })).wallet;
const lastOf = async (driver: Client) => (await driver.ask('chargingSessionList', {})).data[0];

async function connectorIs(driver: Client, status: string): Promise<void> {
  await time.advance(1_000);
  const { chargers } = await driver.ask('getCharger', { query: { property_id: 'test-station' } });
  const fast = chargers.find((chargePoint) => chargePoint.charger_id === 'FAST-1');
  expect(fast).toMatchObject({ charger_status: 'online', connectors: [{ status }, {}] });
}

afterEach(() => stack.switchOff());

async function charging(mobile: string, car = CAR, quirks: Quirks = {}) {
  const driver = await stack.driver(mobile, 500);
  const chargePoint = await stack.chargePoint('FAST-1', { quirks });
  const screen = await liveSocket(stack.url, driver.token);
  chargePoint.plug(1, car);
  await connectorIs(driver, 'preparing');
  const { invoice_number: booking } = await driver.ask('remoteStart', { body: start });
  const isCharging = ({ unit }: LiveMeterValue) => unit > 0 || car.soc === 100;
  await time.until(screen.next<LiveMeterValue>(socketEvent.meterValue('FAST-1', 1), isCharging));
  return { driver, chargePoint, screen, booking };
}

describe('a start', () => {
  test('that the charge point does not answer is given up after 15 s and costs nothing [OCPP-9]', async () => {
    const driver = await stack.driver('9100000001', 500);
    const chargePoint = await stack.chargePoint('FAST-1');
    chargePoint.misbehave('RemoteStartTransaction', 'silent');
    await connectorIs(driver, 'available');
    const answer = driver.call('remoteStart', { body: start });
    await time.settled();
    expect(await lastOf(driver)).toMatchObject({ status: 'sent' });
    await time.advance(14_900);
    expect(await lastOf(driver)).toMatchObject({ status: 'sent' });
    await time.advance(100);
    expect(await answer).toMatchObject({ success: false, code: 'charger_silent' });
    expect(await lastOf(driver)).toMatchObject({ status: 'failed' });
    expect(await walletOf(driver)).toMatchObject({ balance: 500, held: 0 });
  });

  test('without a cable is given up and its hold released, and plugging in later begins nothing that is paid [OCPP-9]', async () => {
    const driver = await stack.driver('9100000002', 500);
    const chargePoint = await stack.chargePoint('FAST-1');
    await connectorIs(driver, 'available');
    await driver.ask('remoteStart', { body: start });
    await time.advance(89_000);
    expect((await walletOf(driver)).held).toBeGreaterThan(0);
    await time.advance(CHECK_EVERY_MS);
    expect(await walletOf(driver)).toMatchObject({ balance: 500, held: 0 });
    expect(await lastOf(driver)).toMatchObject({ status: 'failed', stop_reason: 'Charging did not begin in time' });
    chargePoint.plug(1, CAR);
    await time.settled();
    expect(chargePoint.connector(1)).toMatchObject({ status: 'Preparing', transaction: undefined });
    expect(await walletOf(driver)).toMatchObject({ balance: 500, held: 0 });
  });
});

describe('a session', () => {
  test('that takes no more energy for two hours is stopped', async () => {
    const { driver, screen, booking } = await charging('9100000003', { ...CAR, soc: 100 });
    await time.advance(118 * MINUTE_MS);
    expect(await lastOf(driver)).toMatchObject({ status: 'suspended' });
    await time.until(screen.next<TransactionStop>(socketEvent.stop(booking)));
    expect((await lastOf(driver))?.stop_reason).toBe('The car stopped taking power');
  });

  test('that takes no more energy is not judged while its charge point has no link, but as soon as it reports again', async () => {
    const { driver, chargePoint, screen, booking } = await charging('9100000007', { ...CAR, soc: 100 });
    chargePoint.drop();
    await time.advance(130 * MINUTE_MS);
    expect(await lastOf(driver)).toMatchObject({ status: 'suspended' });
    await chargePoint.connect();
    await time.until(screen.next<TransactionStop>(socketEvent.stop(booking)));
    expect((await lastOf(driver))?.stop_reason).toBe('The car stopped taking power');
  });

  test('that its charge point lost with its power is closed within minutes, although the car is still plugged in [OCPP-17]', async () => {
    const { driver, chargePoint } = await charging('9100000008', CAR, { forgetsTransaction: 'no-stop' });
    chargePoint.losePower();
    await time.advance(MINUTE_MS);
    expect(chargePoint.connector(1)).toMatchObject({ status: 'Preparing' });
    await connectorIs(driver, 'charging');
    expect(await lastOf(driver)).toMatchObject({ status: 'charging' });
    await time.advance(2 * MINUTE_MS);
    await connectorIs(driver, 'preparing');
    expect(await lastOf(driver)).toMatchObject({
      status: 'completed',
      provisional: true,
      stop_reason: expect.stringContaining('restarted'),
    });
    expect((await walletOf(driver)).held).toBe(0);
  });

  test('whose cable was unplugged without a stop is closed two minutes after the connector was free', async () => {
    const { driver, chargePoint } = await charging('9100000005');
    // The charge point forgets the transaction: a restart that loses its memory.
    await chargePoint.close();
    await stack.chargePoint('FAST-1');
    // Nobody can start there until the session is closed.
    await connectorIs(driver, 'charging');
    expect(await lastOf(driver)).toMatchObject({ status: 'charging' });
    await time.advance(2 * MINUTE_MS + CHECK_EVERY_MS);
    await connectorIs(driver, 'available');
    expect(await lastOf(driver)).toMatchObject({ status: 'completed' });
    expect((await walletOf(driver)).held).toBe(0);
  });

  test('that its driver stopped while the link was down is asked to stop again and ends at the true register [OCPP-12]', async () => {
    const { driver, chargePoint, screen, booking } = await charging('9100000006');
    chargePoint.drop();
    await time.settled();
    expect(await driver.call('remoteStop', { body: { transaction_id: booking } })).toMatchObject({
      code: 'stop_silent',
    });
    const stopped = new Promise<{ stopped?: { meterStopWh: number }; meterStartWh: number }>((resolve) =>
      chargePoint.once('transactionStopped', resolve),
    );
    await chargePoint.connect();
    const back = clock.now().getTime();
    const { stopped: end, meterStartWh } = await time.until(stopped);
    // It is the driver's stop, and not the end of what was bought.
    expect(clock.now().getTime() - back).toBeLessThan(CHECK_EVERY_MS);
    await time.until(screen.next<TransactionStop>(socketEvent.stop(booking)));
    const { data } = await driver.ask('paymentDetails', { query: { payment_id: booking } });
    expect(Math.round(data.units_consumed * 1000)).toBe((end?.meterStopWh ?? 0) - meterStartWh);
  });
});

/** After all of that the ledger is clean. */
afterAll(async () => {
  expect(await listLedgerProblems(stack.app.database, LEDGER_PARTS)).toEqual([]);
});
