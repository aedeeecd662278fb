import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { DEMO_CAR } from '@bijli/charge-point/car';
import { SECOND_MS } from '#kernel/durations.ts';
import { fastStart } from '#testing/bare-transaction.ts';
import { timedApp } from '#testing/manual-time.ts';

const { time, ...stack } = await timedApp();

afterEach(() => stack.switchOff());

test('a driver who plugs in after the charge point’s own time-out has dropped the start can still charge', async () => {
  const driver = await stack.driver('9600000001', 500);
  const chargePoint = await stack.chargePoint('FAST-1', { quirks: { connectionTimeOut: 30 } });
  await time.settled();
  await driver.ask('remoteStart', { body: fastStart(1) });
  await time.advance(40 * SECOND_MS);
  const started = once(chargePoint, 'transactionStarted');
  chargePoint.plug(1, DEMO_CAR);
  const [, accepted] = await time.until(started);
  expect(accepted).toBe(true);
  const { transaction } = await driver.ask('getOngoingCharging', { body: {} });
  await driver.ask('remoteStop', { body: { transaction_id: transaction.booking_id } });
  await time.settled();
});

test('a charge point that applies settings only after a restart is restarted at once while it is free, and only once', async () => {
  const chargePoint = await stack.chargePoint('SLOW-1', { quirks: { rebootRequired: true } });
  let restarts = 0;
  chargePoint.on('offline', () => (restarts += 1));
  await time.advance(10 * 60 * SECOND_MS);
  expect(restarts).toBe(1);
  expect(chargePoint.configuration.seconds('ConnectionTimeOut')).toBe(90);
  expect(chargePoint.isOnline).toBe(true);
  for (const writes of chargePoint.configuration.writes.values()) expect(writes).toBe(1);
});

test('a charge point is not restarted during a session, but after it', async () => {
  const driver = await stack.driver('9600000002', 500);
  const chargePoint = await stack.chargePoint('SLOW-1', { quirks: { rebootRequired: true } });
  await time.advance(60 * SECOND_MS);
  chargePoint.plug(1, DEMO_CAR);
  const body = { ...fastStart(1), charger_id: 'SLOW-1', connector_id: 'SLOW-1:1' };
  await driver.ask('remoteStart', { body });
  await time.settled();
  // Somebody sets it back by hand; that is found when its link comes back in the middle of the session.
  chargePoint.configuration.change('ConnectionTimeOut', '30');
  chargePoint.configuration.apply();
  chargePoint.drop();
  await time.settled();
  await time.until(chargePoint.connect());
  await time.advance(5 * 60 * SECOND_MS);
  let restarts = 0;
  chargePoint.on('offline', () => (restarts += 1));
  expect(chargePoint.configuration.seconds('ConnectionTimeOut')).toBe(30);
  const { transaction } = await driver.ask('getOngoingCharging', { body: {} });
  expect(restarts).toBe(0);
  await driver.ask('remoteStop', { body: { transaction_id: transaction.booking_id } });
  await time.advance(60 * SECOND_MS);
  expect(restarts).toBe(1);
  expect(chargePoint.configuration.seconds('ConnectionTimeOut')).toBe(90);
});
