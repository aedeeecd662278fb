import type { Client } from '@bijli/contract/client';
import { eventName, type MeterValue, type TransactionStop } from '@bijli/contract/realtime';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { ledgerCheck } from '#modules/payments/index.ts';
import { createWallet } from '#modules/wallet/index.ts';
import { testApp } from '#testing/app.ts';
import { liveSocket } from '#testing/live-socket.ts';
import { chargeProblems } from './ledger-check.store.ts';

/** The server's time stands still until it is moved; the chargers' time is real. */
const clock = new TestClock(new Date().toISOString());
const world = await testApp({ clock });
const CAR = { batteryWh: 60_000, soc: 40, maxPowerW: 150_000 };
const MINUTE_MS = 60_000;

const start = {
  charge_type: 'units' as const,
  charging_value: 5,
  charger_id: 'FAST-1',
  connector_id: 'FAST-1:1',
  oem_connector_number: 1,
};
const walletOf = async (driver: Client) => (await driver.ask('getWallet', { query: {} })).wallet;
const lastOf = async (driver: Client) => (await driver.ask('chargingSessionList', {})).data[0];

async function connectorIs(driver: Client, status: string): Promise<void> {
  await vi.waitFor(async () => {
    const { chargers } = await driver.ask('getCharger', { query: { property_id: 'test-station' } });
    const fast = chargers.find((charger) => charger.charger_id === 'FAST-1');
    expect(fast).toMatchObject({ charger_status: 'online', connectors: [{ status }, {}] });
  });
}

/** Moves the server's time on and lets it look its charges over. */
async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await world.app.charging.lookOverAll();
}

/** Whatever a test left running is closed, so that the next one finds the connector free. */
afterEach(async () => {
  await world.switchOff();
  await pass(13 * 60 * MINUTE_MS);
});

async function charging(mobile: string, car = CAR) {
  const driver = await world.driver(mobile, 500);
  const charger = await world.charger('FAST-1');
  const screen = await liveSocket(world.url, driver.token);
  charger.plug(1, car);
  await connectorIs(driver, 'preparing');
  const { invoice_number: booking } = await driver.ask('remoteStart', { body: start });
  await screen.next<MeterValue>(eventName.meterValue('FAST-1', 1), ({ unit }) => unit > 0 || car.soc === 100);
  return { driver, charger, screen, booking };
}

describe('a start', () => {
  test('that the charger leaves unanswered is given up after 15 s and costs nothing', async () => {
    const driver = await world.driver('9100000001', 500);
    const charger = await world.charger('FAST-1');
    charger.misbehave('RemoteStartTransaction', 'silent');
    await connectorIs(driver, 'available');
    const answer = driver.call('remoteStart', { body: start });
    await vi.waitFor(async () => expect(await lastOf(driver)).toMatchObject({ status: 'sent' }));
    clock.advance(15_000);
    expect(await answer).toMatchObject({ success: false, code: 'charger_silent' });
    expect(await walletOf(driver)).toMatchObject({ balance: 500, held: 0 });
  });

  test('without a cable is given up, the hold goes back, and plugging in later begins nothing that is paid for', async () => {
    const driver = await world.driver('9100000002', 500);
    const charger = await world.charger('FAST-1');
    await connectorIs(driver, 'available');
    await driver.ask('remoteStart', { body: start });
    await pass(89_000);
    expect((await walletOf(driver)).held).toBeGreaterThan(0);
    await pass(2_000);
    expect(await walletOf(driver)).toMatchObject({ balance: 500, held: 0 });
    expect(await lastOf(driver)).toMatchObject({ status: 'failed', stop_reason: 'Charging did not begin in time' });
    const stopped = new Promise((resolve) => charger.once('transactionClosed', resolve));
    charger.plug(1, CAR);
    await stopped;
    expect(await walletOf(driver)).toMatchObject({ balance: 500, held: 0 });
  });
});

describe('a charge', () => {
  test('that takes no more energy for two hours is stopped', async () => {
    const { driver, charger, screen, booking } = await charging('9100000003', { ...CAR, soc: 100 });
    charger.drop();
    await pass(119 * MINUTE_MS);
    expect(await lastOf(driver)).toMatchObject({ status: 'charging' });
    await pass(2 * MINUTE_MS);
    expect(await lastOf(driver)).toMatchObject({ status: 'stopping' });
    await charger.comeBack();
    await screen.next<TransactionStop>(eventName.stop(booking));
    expect((await lastOf(driver))?.stop_reason).toBe('The car took no more energy');
  });

  test('whose charger falls silent for good is closed on what is known, and corrected when the charger speaks after all', async () => {
    const { driver, charger, screen, booking } = await charging('9100000004');
    charger.drop();
    await pass(11 * 60 * MINUTE_MS);
    await pass(70 * MINUTE_MS);
    await screen.next<TransactionStop>(eventName.stop(booking));
    const before = await driver.ask('paymentDetails', { query: { payment_id: booking } });
    expect(before.data).toMatchObject({ status: 'completed' });
    expect((await walletOf(driver)).balance).toBe(500 - before.data.total_amount);

    const closed = new Promise((resolve) => charger.once('transactionClosed', resolve));
    await new Promise((resolve) => charger.once('sample', resolve));
    charger.stop(1);
    await charger.comeBack();
    await closed;
    const after = await driver.ask('paymentDetails', { query: { payment_id: booking } });
    expect(after.data.units_consumed).toBeGreaterThan(before.data.units_consumed);
    expect(await walletOf(driver)).toMatchObject({
      balance: Math.round((500 - after.data.total_amount) * 100) / 100,
      held: 0,
    });
  });

  test('whose cable was pulled without a stop is closed two minutes after the connector was free', async () => {
    const { driver, charger } = await charging('9100000005');
    // The charger forgets the transaction: a restart that loses its memory.
    await charger.close();
    await world.charger('FAST-1');
    await connectorIs(driver, 'available');
    expect(await lastOf(driver)).toMatchObject({ status: 'charging' });
    await pass(2 * MINUTE_MS);
    expect(await lastOf(driver)).toMatchObject({ status: 'completed' });
    expect((await walletOf(driver)).held).toBe(0);
  });

  test('stopped by the driver while the link is down is asked for again and ends at the true meter', async () => {
    const { driver, charger, screen, booking } = await charging('9100000006');
    charger.drop();
    await vi.waitFor(async () => {
      expect(await driver.call('remoteStop', { body: { transaction_id: booking } })).toMatchObject({
        code: 'stop_silent',
      });
    });
    const stopped = new Promise<{ stopped?: { meterStopWh: number }; meterStartWh: number }>((resolve) =>
      charger.once('transactionStopped', resolve),
    );
    await charger.comeBack();
    await vi.waitFor(() =>
      pass(10_000).then(() =>
        expect(charger.connector(1).transaction?.stopped ?? !charger.connector(1).transaction).toBeTruthy(),
      ),
    );
    const { stopped: end, meterStartWh } = await stopped;
    await screen.next<TransactionStop>(eventName.stop(booking));
    const { data } = await driver.ask('paymentDetails', { query: { payment_id: booking } });
    expect(Math.round(data.units_consumed * 1000)).toBe((end?.meterStopWh ?? 0) - meterStartWh);
  });
});

test('the ledger is clean after all of that', async () => {
  expect(await ledgerCheck(world.app.database, createWallet({ clock }), chargeProblems)).toEqual([]);
});
