import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFleet, type Fleet, type FleetOptions } from '@bijli/charge-point/fleet';
import { TestClock } from '#kernel/clock.ts';
import { ocppFixture, PASSWORD, type OcppFixture } from '#testing/charge-point-fixture.ts';

let fixture: OcppFixture;
let fleet: Fleet;
let chargePoints: FleetOptions['chargePoints'];
let clock: TestClock;

beforeEach(async () => {
  fixture = await ocppFixture();
  clock = new TestClock(new Date().toISOString());
  const connectors = [{ number: 1, type: 'CCS2', maxPowerW: 120_000, current: 'DC' as const }];
  chargePoints = ['CP-1', 'CP-2', 'CP-3'].map((id) => ({
    id,
    password: PASSWORD,
    vendor: 'Bijli',
    model: 'Simulator',
    connectors,
  }));
  fleet = startFleet({ url: fixture.url, chargePoints, clock });
  clock.advance(1_000);
  await fleet.tried;
});

afterEach(async () => {
  await fleet.close();
  await fixture.close();
});

function chargePointOf(id: string, among = fleet) {
  const found = among.chargePoints.get(id);
  if (!found) throw new RangeError(id);
  return found;
}

test('each charge point has a driver, who plugs in two seconds after the command and leaves after the stop', async () => {
  expect(fixture.listener.of('connected').toSorted()).toEqual(['CP-1', 'CP-2', 'CP-3']);
  const chargePoint = chargePointOf('CP-2');
  expect(await fixture.central.sessionCalls.remoteStart('CP-2', { connector: 1, idTag: 'A1' })).toBe('accepted');
  const started = once(chargePoint, 'transactionStarted');
  clock.advance(1_900);
  expect(chargePoint.connector(1).status).toBe('Available');
  clock.advance(200);
  await started;
  expect(chargePoint.connector(1).status).toBe('Charging');

  const stopped = once(chargePoint, 'transactionStopped');
  expect(await fixture.central.sessionCalls.remoteStop('CP-2', 1000)).toBe('accepted');
  await stopped;
  expect(chargePoint.connector(1).status).toBe('Finishing');
  clock.advance(6_000);
  expect(chargePoint.connector(1).status).toBe('Available');
});

test('the car that plugs in is the one of the start, if it is known', async () => {
  const asked: (string | null)[] = [];
  const cars = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://here').searchParams.get('id_tag'));
    response.end(JSON.stringify({ batteryWh: 24_000, soc: 61 }));
  }).listen(0, '127.0.0.1');
  await once(cars, 'listening');
  const carUrl = `http://127.0.0.1:${(cars.address() as AddressInfo).port}/car`;
  const [described] = chargePoints;
  const own = startFleet({
    url: fixture.url,
    chargePoints: described ? [{ ...described, id: 'CP-9' }] : [],
    clock,
    carUrl,
  });
  await own.tried;
  await fixture.central.sessionCalls.remoteStart('CP-9', { connector: 1, idTag: 'A1' });
  const started = once(chargePointOf('CP-9', own), 'transactionStarted');
  clock.advance(2_000);
  await started;
  expect(asked).toEqual(['A1']);
  expect(chargePointOf('CP-9', own).connector(1).car).toMatchObject({ batteryWh: 24_000, soc: 61, maxPowerW: 150_000 });
  await own.close();
  cars.close();
});

test('a connector waits for its cable for ConnectionTimeOut, then is free again', async () => {
  const chargePoint = chargePointOf('CP-1');
  chargePoint.configuration.change('ConnectionTimeOut', '1');
  expect(await fixture.central.sessionCalls.remoteStart('CP-1', { connector: 1, idTag: 'A1' })).toBe('accepted');
  expect(await fixture.central.sessionCalls.remoteStart('CP-1', { connector: 1, idTag: 'B2' })).toBe('rejected');
  clock.advance(1_000);
  expect(await fixture.central.sessionCalls.remoteStart('CP-1', { connector: 1, idTag: 'B2' })).toBe('accepted');
});

test('a faulty connector refuses starts and ends its session, and works again after the fault', async () => {
  const chargePoint = chargePointOf('CP-3');
  await fixture.central.sessionCalls.remoteStart('CP-3', { connector: 1, idTag: 'A1' });
  const started = once(chargePoint, 'transactionStarted');
  clock.advance(2_000);
  await started;
  chargePoint.fault(1);
  const [stop] = await fixture.listener.atLeast('stopped', 1);
  expect(stop?.reason).toBe('Other');
  expect(await fixture.central.sessionCalls.remoteStart('CP-3', { connector: 1, idTag: 'B2' })).toBe('rejected');
  clock.advance(6_000);
  chargePoint.clearFault(1);
  expect(await fixture.central.sessionCalls.remoteStart('CP-3', { connector: 1, idTag: 'B2' })).toBe('accepted');
  const statuses = await fixture.listener.atLeast('statusChanged', 8);
  expect(statuses.some(({ status, errorCode }) => status === 'Faulted' && errorCode === 'GroundFailure')).toBe(true);
});

test('a full car suspends the session, and the register stands still', async () => {
  const chargePoint = chargePointOf('CP-1');
  chargePoint.configuration.change('MeterValueSampleInterval', '10');
  chargePoint.plug(1, { batteryWh: 1_000, soc: 99, maxPowerW: 50_000 });
  const started = once(chargePoint, 'transactionStarted');
  await fixture.central.sessionCalls.remoteStart('CP-1', { connector: 1, idTag: 'A1' });
  await started;
  clock.advance(60_000);
  expect(chargePoint.connector(1).status).toBe('SuspendedEV');
  const { registerWh } = chargePoint.connector(1);
  expect(registerWh).toBe(10);
  clock.advance(60_000);
  expect(chargePoint.meterLog.at(-1)).toMatchObject({ soc: 100, powerW: 0, registerWh });
});

test('a scenario cuts links and makes a charge point refuse, and ends with the next scenario', async () => {
  const startAt = (id: string) => fixture.central.sessionCalls.remoteStart(id, { connector: 1, idTag: 'A1' });
  fleet.play({ offline: ['CP-1', 'of another fleet'], refusing: ['CP-2'] });
  await fixture.listener.atLeast('disconnected', 1);
  expect([...fleet.chargePoints.values()].map(({ isOnline: online }) => online)).toEqual([false, true, true]);
  expect(await startAt('CP-2')).toBe('rejected');
  expect(chargePointOf('CP-2').connector(1).status).toBe('Available');
  const back = once(chargePointOf('CP-1'), 'online');
  fleet.play({});
  await back;
  expect(await startAt('CP-2')).toBe('accepted');
  expect(() => fleet.play({ busyShare: 0.5 })).toThrow('Nobody charges by card at this fleet.');
});
