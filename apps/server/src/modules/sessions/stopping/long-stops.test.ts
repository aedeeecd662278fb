import { expect, test } from 'vitest';
import type { MeterReading } from '@bijli/ocpp/meter-values';
import { sessionsFixture } from '#testing/sessions-fixture.ts';
import { energyOf } from '../metering/energy.ts';
import { thinOutReadings } from '../metering/samples.ts';
import * as store from '../sessions.store.ts';

const START = new Date('2026-11-20T10:00:00Z');

/** One each second. */
const readings = (count: number, registerAt: (second: number) => number): MeterReading[] =>
  Array.from({ length: count }, (_, index) => ({
    at: new Date(START.getTime() + (index + 1) * 1000),
    context: 'Sample.Periodic',
    registerWh: registerAt(index + 1),
  }));

test('a stop with thousands of readings settles its session, and some hundreds are stored from first to last', async () => {
  const fixture = await sessionsFixture();
  const server = fixture.server();
  const driverId = await fixture.driver('9300000001', 50_000);
  const session = await fixture.begun(server, driverId);
  fixture.clock.advance(3 * 3_600_000);
  const samples = readings(9_000, (second) => 1000 + Math.floor(second / 10));
  await fixture.stopped(server, session, 1900, samples);
  const ended = await server.findOfDriver(driverId, session.bookingId);
  expect(ended).toMatchObject({ state: 'completed', energyWh: 900, isMeterSuspect: false });
  const kept = await store.listSamples(fixture.database, session.transactionId);
  expect(kept.length).toBeGreaterThan(300);
  expect(kept.length).toBeLessThanOrEqual(500);
  expect([kept[0]?.sampledAt, kept.at(-1)?.sampledAt]).toEqual([samples[0]?.at, samples.at(-1)?.at]);
  await fixture.close();
});

test('thinned readings give the same bill, also if the register restarted between two stored ones', () => {
  const start = { at: START, registerWh: 100_000 };
  const restartedAt = new Date(START.getTime() + 2_002_000);
  const facts = { ratedW: 7_400, restartedAt };
  const samples = readings(4_000, (second) => (second <= 2_003 ? 100_000 + second * 2 : (second - 2_003) * 2));
  const bill = (some: MeterReading[]) =>
    energyOf(
      start,
      some.map((reading) => ({ ...reading, receivedAt: restartedAt })),
      facts,
    );
  const few = thinOutReadings(samples);
  expect(few.length).toBeLessThanOrEqual(500);
  expect(bill(few)).toEqual(bill(samples));
  expect(bill(few).energyWh).toBe(2_003 * 2 + 1_997 * 2);
});

test('of a register that falls with each reading the first, the last and both sides of the deepest fall are stored', () => {
  const samples = readings(4_000, (second) => 90_000 - second - (second > 2_003 ? 50_000 : 0));
  const few = thinOutReadings(samples);
  expect(few.length).toBeLessThanOrEqual(500);
  for (const index of [0, 2_002, 2_003, 3_999]) expect(few).toContain(samples[index]);
});
