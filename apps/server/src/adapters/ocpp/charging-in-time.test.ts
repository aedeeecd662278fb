import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEMO_CAR } from '@bijli/charge-point/car';
import { ChargePoint } from '@bijli/charge-point/charge-point';
import type { MeterReading } from '@bijli/ocpp/meter-values';
import { TestClock } from '#kernel/clock.ts';
import { ocppFixture, PASSWORD, type OcppFixture } from '#testing/charge-point-fixture.ts';
import { manualTime, type ManualTime } from '#testing/manual-time.ts';

// The simulated charge point uses another implementation of OCPP-J in strict mode, so that both sides check each other.
let fixture: OcppFixture;
let clock: TestClock;
let time: ManualTime;
let chargePoint: ChargePoint;

beforeEach(async () => {
  clock = new TestClock('2026-11-20T10:00:00Z');
  time = manualTime(clock);
  fixture = await ocppFixture({ clock });
  chargePoint = newChargePoint();
});

afterEach(async () => {
  await chargePoint.close();
  await fixture.close();
  expect(chargePoint.violations).toEqual([]);
});

function newChargePoint(): ChargePoint {
  return new ChargePoint({
    id: 'CP-1',
    url: fixture.url,
    password: PASSWORD,
    vendor: 'Bijli',
    model: 'Simulator',
    connectors: [
      { number: 1, type: 'CCS2', maxPowerW: 120_000, current: 'DC' },
      { number: 2, type: 'Type2', maxPowerW: 7_400, current: 'AC' },
    ],
    clock,
  });
}

/** Connects, and is told what to sample and how often. */
async function connected(): Promise<void> {
  await chargePoint.connect();
  await time.settled();
}

async function startCharging(connector = 1): Promise<void> {
  chargePoint.plug(connector, DEMO_CAR);
  const started = once(chargePoint, 'transactionStarted');
  expect(await fixture.central.sessionCalls.remoteStart('CP-1', { connector, idTag: 'A1B2' })).toBe('accepted');
  await started;
}

function heardReadings(): MeterReading[] {
  return fixture.listener.of('metered').flatMap(({ readings }) => readings);
}

test('from remote start to remote stop both sides count the same energy', async () => {
  await connected();
  expect(await fixture.central.sessionCalls.remoteStart('CP-1', { connector: 1, idTag: 'A1B2' })).toBe('accepted');
  const started = once(chargePoint, 'transactionStarted');
  chargePoint.plug(1, DEMO_CAR);
  await started;
  await time.advance(3_000);
  expect(await fixture.central.sessionCalls.remoteStop('CP-1', 1000)).toBe('accepted');
  await once(chargePoint, 'transactionClosed');

  const [start] = fixture.listener.of('started');
  expect(start).toMatchObject({ connector: 1, idTag: 'A1B2', meterStartWh: 0 });
  const taken = chargePoint.meterLog.map(({ at, registerWh, powerW, soc }) => ({ at, registerWh, powerW, soc }));
  const [stop] = fixture.listener.of('stopped');
  const all = [...heardReadings(), ...(stop?.readings ?? [])];
  expect(all.map(({ at, registerWh, powerW, soc }) => ({ at, registerWh, powerW, soc }))).toEqual(taken);
  expect(stop).toMatchObject({ transactionId: 1000, reason: 'Remote', meterStopWh: taken.at(-1)?.registerWh });
  expect(stop?.meterStopWh).toBeGreaterThan(0);

  const finishing = once(chargePoint, 'status');
  chargePoint.unplug(1);
  await finishing;
  await chargePoint.disconnect();
});

test('the statuses of a session are reported in order', async () => {
  await connected();
  await startCharging();
  chargePoint.stop(1);
  await once(chargePoint, 'transactionClosed');
  chargePoint.unplug(1);
  const reports = await fixture.listener.atLeast('statusChanged', 6);
  expect(reports.filter(({ connector }) => connector === 1).map(({ status }) => status)).toEqual([
    'Available',
    'Preparing',
    'Charging',
    'Finishing',
    'Available',
  ]);
});

test('a session continues without a link; its samples arrive later, in order and with their own times', async () => {
  await connected();
  await startCharging();
  await time.advance(1_000);
  chargePoint.drop();
  await time.advance(2_000);
  chargePoint.unplug(1);
  expect(chargePoint.undelivered).toBeGreaterThanOrEqual(3);
  await chargePoint.connect();
  await time.settled();
  const [stop] = fixture.listener.of('stopped');

  const periodic = chargePoint.meterLog.filter(({ context }) => context === 'Sample.Periodic').map(({ at }) => at);
  const arrived = [...new Set(heardReadings().map(({ at }) => at.getTime()))];
  expect(arrived).toEqual(periodic.map((at) => at.getTime()));
  expect(stop).toMatchObject({ reason: 'EVDisconnected', at: chargePoint.meterLog.at(-1)?.at });
  expect(fixture.listener.of('booted')).toHaveLength(1);
});

test('a start whose answer was lost with the link is sent again unchanged', async () => {
  await connected();
  fixture.listener.answers.started = async () => {
    chargePoint.drop();
    return { transactionId: 1000, status: 'Accepted' };
  };
  chargePoint.plug(1, DEMO_CAR);
  await fixture.central.sessionCalls.remoteStart('CP-1', { connector: 1, idTag: 'A1B2' });
  await fixture.listener.atLeast('disconnected', 1);
  fixture.listener.answers = {};
  const started = once(chargePoint, 'transactionStarted');
  await chargePoint.connect();
  await started;
  const [first, second] = fixture.listener.of('started');
  expect({ ...second, receivedAt: 0 }).toEqual({ ...first, receivedAt: 0 });
});

test('a stop that could not be stored is sent again until it is', async () => {
  await connected();
  await startCharging();
  let failures = 2;
  fixture.listener.answers.stopped = async () => {
    failures -= 1;
    if (failures >= 0) throw new Error('database down');
  };
  chargePoint.stop(1);
  await time.until(once(chargePoint, 'transactionClosed'));
  expect(fixture.listener.of('stopped')).toHaveLength(3);
});

test('a refused start ends at once', async () => {
  fixture.listener.answers.started = async () => ({ transactionId: 1001, status: 'Invalid' });
  await connected();
  await startCharging();
  expect((await fixture.listener.atLeast('stopped', 1))[0]).toMatchObject({
    transactionId: 1001,
    reason: 'DeAuthorized',
  });
});

test('a charge point is configured to sample once, and not again when it reconnects', async () => {
  await connected();
  expect(await fixture.central.sessionCalls.remoteStop('CP-1', 7)).toBe('rejected');
  chargePoint.drop();
  await chargePoint.connect();
  expect(await fixture.central.sessionCalls.remoteStop('CP-1', 7)).toBe('rejected');
  expect(chargePoint.configuration.writes.get('MeterValueSampleInterval')).toBe(1);
});

test('an AC charge point reports no state of charge', async () => {
  await connected();
  await startCharging(2);
  await time.advance(1_000);
  const [first] = fixture.listener.of('metered');
  expect(first?.readings[0]?.soc).toBeUndefined();
  expect(first?.readings[0]?.powerW).toBeGreaterThan(0);
});

test('a start that the charge point refuses or ignores ends as refused or unanswered', async () => {
  await connected();
  chargePoint.misbehave('RemoteStartTransaction', 'Rejected');
  const command = { connector: 1, idTag: 'A1B2' };
  expect(await fixture.central.sessionCalls.remoteStart('CP-1', command)).toBe('rejected');
  chargePoint.misbehave('RemoteStartTransaction', 'silent');
  const answer = fixture.central.sessionCalls.remoteStart('CP-1', command);
  const failed = expect(answer).rejects.toMatchObject({ code: 'charger_silent' });
  await time.advance(15_000);
  await failed;
});

test('a charge point reconnects to a restarted server by itself', async () => {
  await connected();
  const offline = once(chargePoint, 'offline');
  await fixture.central.close();
  await offline;
  const port = new URL(fixture.url).port;
  await fixture.close();
  fixture = await ocppFixture({ clock, port: Number(port) });
  await time.until(fixture.listener.atLeast('connected', 1));
});
