import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ChargePoint, type ChargePointOptions } from '@bijli/charge-point/charge-point';
import { parseQuirks, type Quirks } from '@bijli/charge-point/quirks';
import { TestClock } from '#kernel/clock.ts';
import { ocppFixture, PASSWORD, type OcppFixture } from '#testing/charge-point-fixture.ts';
import { manualTime, type ManualTime } from '#testing/manual-time.ts';

const CAR = { batteryWh: 60_000, soc: 40, maxPowerW: 150_000 };
let fixture: OcppFixture;
let clock: TestClock;
let time: ManualTime;
let chargePoint: ChargePoint;

async function connected(quirks: Quirks, more: Partial<ChargePointOptions> = {}): Promise<void> {
  chargePoint = new ChargePoint({
    id: 'CP-1',
    url: fixture.url,
    password: PASSWORD,
    vendor: 'Bijli',
    model: 'Simulator',
    connectors: [{ number: 1, type: 'Type2', maxPowerW: 11_000, current: 'AC' }],
    clock,
    quirks,
    ...more,
  });
  await chargePoint.connect();
  await time.settled();
}

async function charging(quirks: Quirks): Promise<void> {
  await connected(quirks);
  chargePoint.plug(1, CAR);
  expect(await remoteStart()).toBe('accepted');
  await time.settled();
}

const remoteStart = () => fixture.central.sessionCalls.remoteStart('CP-1', { connector: 1, idTag: 'A1B2' });
const remoteStop = () => fixture.central.sessionCalls.remoteStop('CP-1', 1000);
const metered = () => fixture.listener.of('metered');
const readings = () => metered().flatMap((report) => report.readings);
const started = () => fixture.listener.of('started');
const stopped = () => fixture.listener.of('stopped');

describe('a simulated charger', () => {
  beforeEach(async () => {
    clock = new TestClock('2026-11-20T10:00:35Z');
    fixture = await ocppFixture({ clock, sampleSeconds: 60 });
    time = manualTime(clock);
  });

  afterEach(async () => {
    await chargePoint.close();
    await fixture.close();
  });

  test('stamps its first sample with the start of its interval, so that readings contradict each other in the order of their times', async () => {
    await charging({ lateStamps: 'first', clockAlignedSeconds: 60 });
    await time.advance(150_000);
    const sampled = metered().map(({ transactionId, readings: [reading] }) => ({ transactionId, ...reading }));
    expect(sampled).toMatchObject([
      { at: new Date('2026-11-20T10:01:00Z'), context: 'Sample.Clock', transactionId: undefined },
      { at: new Date('2026-11-20T10:00:35Z'), context: 'Sample.Periodic', transactionId: 1000 },
      { at: new Date('2026-11-20T10:02:00Z'), context: 'Sample.Clock', transactionId: undefined },
      { at: new Date('2026-11-20T10:02:35Z'), context: 'Sample.Periodic', transactionId: 1000 },
      { at: new Date('2026-11-20T10:03:00Z'), context: 'Sample.Clock', transactionId: undefined },
    ]);
    const inOrder = readings().toSorted((a, b) => a.at.getTime() - b.at.getTime());
    expect(inOrder[0]?.registerWh).toBeGreaterThan(inOrder[1]?.registerWh ?? Infinity);
    expect(chargePoint.meterLog.map(({ registerWh }) => registerWh)).toEqual(readings().map((one) => one.registerWh));
  });

  test('reports no power, or several times the real power, or no transactionId, while the register is true', async () => {
    await charging({ powerFactor: 3, noTransactionId: true });
    await time.advance(60_000);
    expect(metered()[0]).toMatchObject({ transactionId: undefined, readings: [{ powerW: 33_000 }] });
    expect(readings()[0]?.registerWh).toBe(chargePoint.connector(1).transaction?.deliveredWh);
    await chargePoint.close();
    await charging({ noPower: true });
    await time.advance(60_000);
    expect(metered()[1]?.readings[0]?.powerW).toBeUndefined();
  });

  test('loses its power, and after its boot ends the session as PowerLoss with the true time', async () => {
    await charging({});
    await time.advance(90_000);
    const lostAt = clock.now();
    chargePoint.losePower();
    await time.advance(60_000);
    expect(stopped()).toMatchObject([{ transactionId: 1000, reason: 'PowerLoss', at: lostAt }]);
    expect(fixture.listener.of('booted')).toHaveLength(2);
    expect(chargePoint.connector(1).status).toBe('Preparing');
  });

  test.each([
    ['no-stop', []],
    ['stop-minus-one', [{ transactionId: -1, reason: 'PowerLoss' }]],
  ] as const)('that loses its session with its power reports %s', async (forgetsTransaction, expected) => {
    await charging({ forgetsTransaction });
    await time.advance(90_000);
    chargePoint.losePower();
    await time.advance(120_000);
    expect(stopped()).toMatchObject(expected);
    expect(fixture.listener.of('statusChanged').at(-1)).toMatchObject({ connector: 1, status: 'Preparing' });
  });

  test('resumes its session and counts from 0 if its register is not kept', async () => {
    await charging({ resumesTransaction: true, registerPerBoot: true });
    await time.advance(120_000);
    chargePoint.losePower(30_000);
    await time.advance(150_000);
    expect(await remoteStop()).toBe('accepted');
    await time.settled();
    const registers = readings().map(({ registerWh = 0 }) => registerWh);
    expect(registers[2]).toBeLessThan(registers[1] ?? 0);
    const log = chargePoint.meterLog.at(-1);
    expect(stopped()).toMatchObject([{ transactionId: 1000, meterStopWh: log?.registerWh, reason: 'Remote' }]);
    const [first] = started();
    expect(log?.registerWh).toBeLessThan((first?.meterStartWh ?? 0) + 500);
  });

  test('loses its link after accepting a start, begins when the cable is in, and later reports the true time', async () => {
    await connected({ lostLinkAtStartSeconds: 105 });
    const askedAtMs = clock.now().getTime();
    expect(await remoteStart()).toBe('accepted');
    await time.advance(30_000);
    expect(chargePoint.isOnline).toBe(false);
    chargePoint.plug(1, CAR);
    await time.advance(90_000);
    expect(started()).toMatchObject([{ at: new Date(askedAtMs + 30_000), idTag: 'A1B2' }]);
  });

  test('answers slowly by its clock, and does not obey before it answers', async () => {
    await connected({ slowAnswersSeconds: 3 });
    await time.advance(15_000);
    chargePoint.plug(1, CAR);
    const answer = remoteStart();
    await time.advance(2_900);
    expect(chargePoint.connector(1).transaction).toBeUndefined();
    await time.advance(100);
    expect(await answer).toBe('accepted');
    expect(chargePoint.connector(1).transaction).toBeDefined();
  });

  test('accepts a stop but continues to deliver', async () => {
    await charging({ overdeliversSeconds: 20 });
    expect(await remoteStop()).toBe('accepted');
    await time.advance(19_000);
    expect(stopped()).toEqual([]);
    await time.advance(1_000);
    expect(stopped()).toMatchObject([{ transactionId: 1000 }]);
  });

  test('drops a start without a cable after a fixed ConnectionTimeOut', async () => {
    await connected({ connectionTimeOut: 20 });
    expect(chargePoint.changeConfiguration('ConnectionTimeOut', '90')).toBe('Rejected');
    await remoteStart();
    await time.advance(20_000);
    chargePoint.plug(1, CAR);
    await time.settled();
    expect(started()).toEqual([]);
  });

  test('applies a changed configuration only with the next Reset', async () => {
    await connected({ rebootRequired: true });
    expect(chargePoint.changeConfiguration('ConnectionTimeOut', '90')).toBe('RebootRequired');
    expect(chargePoint.configuration.seconds('ConnectionTimeOut')).toBe(60);
    chargePoint.resetSoon('SoftReset');
    await time.advance(5_000);
    expect(chargePoint.configuration.seconds('ConnectionTimeOut')).toBe(90);
    expect(fixture.listener.of('booted')).toHaveLength(2);
  });

  test('restarts its register with each transaction, gives no reason, and accepts a start before the cable is out', async () => {
    await charging({ registerPerTransaction: true, noStopReason: true, finishingAllowsStart: true });
    await time.advance(60_000);
    await remoteStop();
    await time.settled();
    expect(chargePoint.connector(1).status).toBe('Finishing');
    expect(await remoteStart()).toBe('accepted');
    await time.settled();
    expect(stopped()[0]?.reason).not.toBe('Remote');
    expect(stopped()[0]?.meterStopWh).toBeGreaterThan(100);
    expect(started()).toMatchObject([{ meterStartWh: 0 }, { meterStartWh: 0 }]);
  });

  test('continues to deliver after Invalid until it is asked to stop', async () => {
    fixture.listener.answers.started = async () => ({ transactionId: 1000, status: 'Invalid' });
    await charging({ ignoresInvalid: true });
    await time.advance(120_000);
    expect(readings()).toHaveLength(2);
    expect(await remoteStop()).toBe('accepted');
    await time.settled();
    expect(stopped()).toMatchObject([{ transactionId: 1000 }]);
  });

  test('loses the answer to a stop with its link, and sends the stop again', async () => {
    await charging({});
    chargePoint.dropAfterSending('StopTransaction');
    chargePoint.stop(1);
    await time.settled();
    expect(chargePoint.undelivered).toBe(1);
    const closed = once(chargePoint, 'transactionClosed');
    await chargePoint.connect();
    await time.until(closed);
    expect(stopped()).toHaveLength(2);
  });
});

test('a quirk on the command line must be a known one', () => {
  expect(parseQuirks(['noPower', 'powerFactor=3', 'lateStamps=each'])).toEqual({
    noPower: true,
    powerFactor: 3,
    lateStamps: 'each',
  });
  for (const wrong of ['nope', 'noPower=1', 'powerFactor', 'powerFactor=x', 'lateStamps=last'])
    expect(() => parseQuirks([wrong])).toThrow('--quirk is one of noPower');
});
