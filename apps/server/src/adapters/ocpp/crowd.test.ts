import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BUSY_BY_HOUR, startCrowd, type Crowd } from '@bijli/charge-point/crowd';
import { startFleet, type Fleet } from '@bijli/charge-point/fleet';
import { TestClock } from '#kernel/clock.ts';
import { ocppFixture, PASSWORD, type OcppFixture } from '#testing/charge-point-fixture.ts';

const ID_TAGS = ['TAG-1', 'TAG-2'];
const CONNECTORS = 20;
const NOON_IN_INDIA = 12;

let fixture: OcppFixture;
let fleet: Fleet;
let crowd: Crowd;
let clock: TestClock;

beforeEach(async () => {
  fixture = await ocppFixture({ callTimeoutMs: 600_000, pingIntervalMs: 86_400_000 });
  let last = 1000;
  fixture.listener.answers.started = async () => ({ transactionId: (last += 1), status: 'Accepted' });
  clock = new TestClock('2026-11-20T06:30:00Z');
  const chargePoints = Array.from({ length: CONNECTORS / 2 }, (_, index) => ({
    id: `CP-${index}`,
    password: PASSWORD,
    vendor: 'Bijli',
    model: 'Simulator',
    connectors: [1, 2].map((number) => ({ number, type: 'CCS2', maxPowerW: 60_000, current: 'DC' as const })),
  }));
  fleet = startFleet({ url: fixture.url, chargePoints, clock });
  await fleet.tried;
});

afterEach(async () => {
  crowd.close();
  await fleet.close();
  await fixture.close();
});

async function until(isSo: () => boolean, ms = 1_000): Promise<void> {
  while (!isSo()) {
    clock.advance(ms);
    await new Promise(setImmediate);
  }
}

const transactions = () =>
  [...fleet.chargePoints.values()].flatMap((one) =>
    [1, 2].flatMap((number) => one.connector(number).transaction ?? []),
  );
const running = (): number => transactions().length;

// Nobody is broken, and everybody takes the middle of what is possible.
const random = (() => {
  let drawn = 0;
  return () => ((drawn += 7) % 20) / 20 + 0.01;
})();

test('as many cars charge as usual at this hour, with tags and a sample a minute', async () => {
  crowd = startCrowd({ chargePoints: fleet.chargePoints.values(), idTags: ID_TAGS, clock, random });
  const busy = Math.ceil((BUSY_BY_HOUR[NOON_IN_INDIA] ?? 0) * CONNECTORS);
  const started = await fixture.listener.atLeast('started', busy);
  expect(started.every(({ idTag }) => ID_TAGS.includes(idTag))).toBe(true);
  await vi.waitUntil(() => transactions().filter(({ id }) => id !== undefined).length === busy);
  clock.advance(59_000);
  expect(fixture.listener.of('metered')).toEqual([]);
  clock.advance(1_000);
  await fixture.listener.atLeast('metered', busy);
  expect(fixture.listener.of('started')).toHaveLength(busy);
});

test('charges are sampled as often as the central system has asked, if wanted', async () => {
  const asked = [...fleet.chargePoints.values()].map(({ configuration }) => configuration);
  await vi.waitUntil(() => asked.every(({ writes }) => writes.has('MeterValueSampleInterval')));
  crowd = startCrowd({
    chargePoints: fleet.chargePoints.values(),
    idTags: ID_TAGS,
    clock,
    samplesAsAsked: true,
    random,
  });
  await vi.waitUntil(() => transactions().filter(({ id }) => id !== undefined).length > 0);
  clock.advance(5_000);
  await fixture.listener.atLeast('metered', 1);
});

test('cars stop and leave when they have enough, and others come; none come if none are wanted', async () => {
  crowd = startCrowd({ chargePoints: fleet.chargePoints.values(), idTags: ID_TAGS, clock, random });
  crowd.want(0.5);
  await until(() => running() >= CONNECTORS / 2);
  await until(() => fixture.listener.of('stopped').length >= CONNECTORS, 30_000);
  expect(fixture.listener.of('stopped').every(({ reason }) => reason === 'Local')).toBe(true);
  expect(fixture.listener.of('started').length).toBeGreaterThan(CONNECTORS);
  crowd.want(0);
  await until(() => running() === 0, 30_000);
  const came = fixture.listener.of('started').length;
  clock.advance(600_000);
  expect(fixture.listener.of('started')).toHaveLength(came);
  expect([...fleet.chargePoints.values()].every((one) => one.connector(1).status === 'Available')).toBe(true);
});
