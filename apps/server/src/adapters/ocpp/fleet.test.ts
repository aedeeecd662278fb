import { once } from 'node:events';
import { startFleet, type Fleet } from '@bijli/charge-point/fleet';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TestClock } from '#kernel/clock.ts';
import { openStage, PASSWORD, type Stage } from '#testing/charger-stage.ts';

let stage: Stage;
let fleet: Fleet;
let clock: TestClock;

beforeEach(async () => {
  stage = await openStage();
  clock = new TestClock(new Date().toISOString());
  const connectors = [{ number: 1, type: 'CCS2', maxPowerW: 120_000, current: 'DC' as const }];
  const chargers = ['CP-1', 'CP-2', 'CP-3'].map((id) => ({
    id,
    password: PASSWORD,
    vendor: 'Bijli',
    model: 'Simulator',
    connectors,
  }));
  fleet = startFleet({ url: stage.url, chargers, clock });
  clock.advance(1_000);
  await fleet.tried;
});

afterEach(async () => {
  await fleet.close();
  await stage.close();
});

function chargePoint(id: string) {
  const found = fleet.chargePoints.get(id);
  if (!found) throw new RangeError(id);
  return found;
}

test('a driver stands at each charger: plugs in two seconds after the command and leaves after the stop', async () => {
  expect(stage.listener.of('connected').toSorted()).toEqual(['CP-1', 'CP-2', 'CP-3']);
  const charger = chargePoint('CP-2');
  expect(await stage.central.commands.remoteStart('CP-2', { connector: 1, idTag: 'A1' })).toBe('accepted');
  const started = once(charger, 'transactionStarted');
  clock.advance(1_900);
  expect(charger.connector(1).status).toBe('Available');
  clock.advance(200);
  await started;
  expect(charger.connector(1).status).toBe('Charging');

  const stopped = once(charger, 'transactionStopped');
  expect(await stage.central.commands.remoteStop('CP-2', 1000)).toBe('accepted');
  await stopped;
  expect(charger.connector(1).status).toBe('Finishing');
  clock.advance(6_000);
  expect(charger.connector(1).status).toBe('Available');
});

test('a connector waits for its cable as long as ConnectionTimeOut says, then is free again', async () => {
  const charger = chargePoint('CP-1');
  charger.configuration.change('ConnectionTimeOut', '1');
  expect(await stage.central.commands.remoteStart('CP-1', { connector: 1, idTag: 'A1' })).toBe('accepted');
  expect(await stage.central.commands.remoteStart('CP-1', { connector: 1, idTag: 'B2' })).toBe('rejected');
  clock.advance(1_000);
  expect(await stage.central.commands.remoteStart('CP-1', { connector: 1, idTag: 'B2' })).toBe('accepted');
});

test('a faulty connector refuses, ends its charge, and works again when the fault is gone', async () => {
  const charger = chargePoint('CP-3');
  await stage.central.commands.remoteStart('CP-3', { connector: 1, idTag: 'A1' });
  const started = once(charger, 'transactionStarted');
  clock.advance(2_000);
  await started;
  charger.fault(1);
  const [stop] = await stage.listener.atLeast('stopped', 1);
  expect(stop?.reason).toBe('Other');
  expect(await stage.central.commands.remoteStart('CP-3', { connector: 1, idTag: 'B2' })).toBe('rejected');
  clock.advance(6_000);
  charger.clearFault(1);
  expect(await stage.central.commands.remoteStart('CP-3', { connector: 1, idTag: 'B2' })).toBe('accepted');
  const statuses = await stage.listener.atLeast('statusChanged', 8);
  expect(statuses.some(({ status, errorCode }) => status === 'Faulted' && errorCode === 'GroundFailure')).toBe(true);
});

test('a full car is suspended, and the register stands still', async () => {
  const charger = chargePoint('CP-1');
  charger.configuration.change('MeterValueSampleInterval', '10');
  charger.plug(1, { batteryWh: 1_000, soc: 99, maxPowerW: 50_000 });
  const started = once(charger, 'transactionStarted');
  await stage.central.commands.remoteStart('CP-1', { connector: 1, idTag: 'A1' });
  await started;
  clock.advance(60_000);
  expect(charger.connector(1).status).toBe('SuspendedEV');
  const { registerWh } = charger.connector(1);
  expect(registerWh).toBe(10);
  clock.advance(60_000);
  expect(charger.meterLog.at(-1)).toMatchObject({ soc: 100, powerW: 0, registerWh });
});
