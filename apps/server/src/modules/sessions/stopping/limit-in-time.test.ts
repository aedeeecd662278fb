import { afterEach, describe, expect, test } from 'vitest';
import type { Transaction } from '@bijli/charge-point/connector';
import type { Quirks } from '@bijli/charge-point/quirks';
import { STATION } from '#testing/app.ts';
import { startOn } from '#testing/bare-transaction.ts';
import { timedApp } from '#testing/manual-time.ts';

/** A fast charge point of 240 kW and cars that take 50: what is reported and what is rated is far from what flows. */
const [fast = expect.unreachable()] = STATION.chargers;
const { time, ...stack } = await timedApp({
  env: { METER_SAMPLE_SECONDS: '5' },
  chargers: [fast, { ...fast, id: 'LATE-1' }],
});
const CAR = { batteryWh: 60_000, soc: 40, maxPowerW: 50_000 };
const driver = await stack.driver('9700000001', 5000);

afterEach(() => stack.switchOff());

/** Charges so many Wh on a charge point with quirks, the car plugged in some time before. Answers what has flowed. */
async function session(boughtWh: number, quirks: Quirks, pluggedMs = 0, id = 'FAST-1'): Promise<number> {
  const chargePoint = await stack.chargePoint(id, { quirks });
  await time.settled();
  chargePoint.plug(1, CAR);
  await time.advance(pluggedMs);
  const stopped = new Promise<Transaction>((resolve) => chargePoint.once('transactionClosed', resolve));
  await driver.ask('remoteStart', { body: startOn(id, 1, boughtWh / 1000) });
  const { deliveredWh } = await time.until(stopped);
  chargePoint.unplug(1);
  await time.settled();
  await stack.switchOff();
  await time.settled();
  return deliveredWh;
}

describe('a session delivers the purchase within 50 Wh', () => {
  test.each<[string, number, Quirks]>([
    ['from a charge point that reports no power', 235, { noPower: true }],
    ['from a charger that reports three times its power', 300, { powerFactor: 3 }],
    ['from a charger that reports a third of its power', 245, { powerFactor: 0.33 }],
    ['from a charger with a sample each minute', 300, { sampleSeconds: 60 }],
    ['from one with a sample each minute and no power', 2000, { sampleSeconds: 60, noPower: true }],
    [
      'from one that stamps its first sample with the start of its interval',
      375,
      { lateStamps: 'first', noPower: true },
    ],
    ['from one that stamps each so', 400, { lateStamps: 'each', noPower: true, sampleSeconds: 15 }],
    ['from one that names no transaction', 300, { noTransactionId: true, noPower: true }],
    [
      'from one that reads its meter by the clock too',
      600,
      { clockAlignedSeconds: 10, lateStamps: 'each', noPower: true },
    ],
  ])('%s [OCPP-15]', async (_, boughtWh, quirks) => {
    for (const pluggedMs of [0, 2_700]) {
      const deliveredWh = await session(boughtWh, quirks, pluggedMs);
      expect(Math.abs(deliveredWh - boughtWh)).toBeLessThanOrEqual(50);
    }
  });
});

test('a charge point that stops slowly is asked earlier by that time once it is known', async () => {
  const slow = { overdeliversSeconds: 6 };
  const lateWh = (CAR.maxPowerW * 6) / 3600;
  const lateSession = () => session(800, slow, 0, 'LATE-1');
  const first = await lateSession();
  expect(first - 800).toBeGreaterThan(lateWh * 0.7);
  expect(first - 800).toBeLessThan(lateWh + 50);
  for (let more = 0; more < 6; more += 1) await lateSession();
  expect(Math.abs((await lateSession()) - 800)).toBeLessThanOrEqual(50);
});

describe('a session to a percentage stops when the car reports it', () => {
  test.each<[string, Quirks]>([
    ['with a sample each five seconds', {}],
    ['with a sample each minute', { sampleSeconds: 60 }],
  ])('%s, before the bought units are used up', async (_, quirks) => {
    const chargePoint = await stack.chargePoint('FAST-1', { quirks });
    await time.settled();
    chargePoint.plug(1, CAR);
    const stopped = new Promise<Transaction>((resolve) => chargePoint.once('transactionClosed', resolve));
    await driver.ask('remoteStart', { body: { ...startOn('FAST-1', 1, 8), target_soc: 45 } });
    const { deliveredWh } = await time.until(stopped);
    expect(chargePoint.connector(1).car?.soc).toBeGreaterThanOrEqual(45);
    expect(chargePoint.connector(1).car?.soc).toBeLessThan(46);
    expect(deliveredWh).toBeLessThan(8000);
    chargePoint.unplug(1);
    await time.settled();
    const { data } = await driver.ask('chargingSessionList', {});
    expect(data[0]).toMatchObject({ stop_reason: 'Reached the battery level you chose' });
    await stack.switchOff();
    await time.settled();
  });

  test('and at the bought units if those are used up first', async () => {
    const chargePoint = await stack.chargePoint('FAST-1', {});
    await time.settled();
    chargePoint.plug(1, CAR);
    const stopped = new Promise<Transaction>((resolve) => chargePoint.once('transactionClosed', resolve));
    await driver.ask('remoteStart', { body: { ...startOn('FAST-1', 1, 1), target_soc: 90 } });
    const { deliveredWh } = await time.until(stopped);
    expect(Math.abs(deliveredWh - 1000)).toBeLessThanOrEqual(50);
    chargePoint.unplug(1);
    await time.settled();
  });
});
