import { once } from 'node:events';
import { DEMO_CAR } from '@bijli/charge-point/car';
import { afterEach, expect, test } from 'vitest';
import { fastStart } from '#testing/bare-charge.ts';
import { timedApp } from '#testing/manual-time.ts';

const { time, ...world } = await timedApp();
const SECOND_MS = 1_000;

afterEach(() => world.switchOff());

test('a driver who plugs in after the charger has dropped the start by its own time-out charges all the same', async () => {
  const driver = await world.driver('9600000001', 500);
  const charger = await world.charger('FAST-1', { quirks: { connectionTimeOut: 30 } });
  await time.settled();
  await driver.ask('remoteStart', { body: fastStart(1) });
  await time.advance(40 * SECOND_MS);
  const started = once(charger, 'transactionStarted');
  charger.plug(1, DEMO_CAR);
  const [, accepted] = await time.until(started);
  expect(accepted).toBe(true);
  const { transaction } = await driver.ask('getOngoingCharging', { body: {} });
  await driver.ask('remoteStop', { body: { transaction_id: transaction.booking_id } });
  await time.settled();
});

test('a charger that takes its configuration over only at a restart is restarted at once while it is free, and once only', async () => {
  const charger = await world.charger('SLOW-1', { quirks: { rebootRequired: true } });
  let restarts = 0;
  charger.on('offline', () => (restarts += 1));
  await time.advance(10 * 60 * SECOND_MS);
  expect(restarts).toBe(1);
  expect(charger.configuration.seconds('ConnectionTimeOut')).toBe(90);
  expect(charger.online).toBe(true);
  for (const writes of charger.configuration.writes.values()) expect(writes).toBe(1);
});

test('while a charge runs a charger is not restarted, but once it is over', async () => {
  const driver = await world.driver('9600000002', 500);
  const charger = await world.charger('SLOW-1', { quirks: { rebootRequired: true } });
  await time.advance(60 * SECOND_MS);
  charger.plug(1, DEMO_CAR);
  const body = { ...fastStart(1), charger_id: 'SLOW-1', connector_id: 'SLOW-1:1' };
  await driver.ask('remoteStart', { body });
  await time.settled();
  // Somebody sets it back by hand; that is found when its link comes back in the middle of the charge.
  charger.configuration.change('ConnectionTimeOut', '30');
  charger.configuration.apply();
  charger.drop();
  await time.settled();
  await time.until(charger.comeBack());
  await time.advance(5 * 60 * SECOND_MS);
  let restarts = 0;
  charger.on('offline', () => (restarts += 1));
  expect(charger.configuration.seconds('ConnectionTimeOut')).toBe(30);
  const { transaction } = await driver.ask('getOngoingCharging', { body: {} });
  expect(restarts).toBe(0);
  await driver.ask('remoteStop', { body: { transaction_id: transaction.booking_id } });
  await time.advance(60 * SECOND_MS);
  expect(restarts).toBe(1);
  expect(charger.configuration.seconds('ConnectionTimeOut')).toBe(90);
});
