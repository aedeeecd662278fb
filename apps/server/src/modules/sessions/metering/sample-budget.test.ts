import { expect, test } from 'vitest';
import type { MeterReading } from '@bijli/ocpp/meter-values';
import { TestClock } from '#kernel/clock.ts';
import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import { createSampleBudget } from './sample-budget.ts';

function flooded() {
  const clock = new TestClock('2026-11-20T10:00:00Z');
  const budget = createSampleBudget({ clock, logSampled: () => {} });
  const of = { transactionId: 1000, chargePointId: 'FAST-1', knownSince: clock.now(), endedAt: null as Date | null };
  const readings = (count: number): MeterReading[] =>
    Array.from({ length: count }, (_, index) => ({
      at: new Date(clock.now().getTime() + index),
      context: 'Sample.Periodic',
      registerWh: 1000 + index,
    }));
  /** How many are kept of more than there is ever room for. */
  function keptOfFlood(): number {
    let kept = 0;
    for (let message = 0; message < 150; message += 1) kept += budget.takeFitting(of, readings(400)).length;
    return kept;
  }
  return { clock, budget, of, readings, keptOfFlood };
}

test('the budget grows by two samples a second from when the server first heard of the transaction', () => {
  const { clock, keptOfFlood } = flooded();
  expect(keptOfFlood()).toBe(1000);
  clock.advance(MINUTE_MS);
  expect(keptOfFlood()).toBe(120);
});

test('the budget stops growing soon after the end of the transaction', () => {
  const { clock, of, keptOfFlood } = flooded();
  clock.advance(MINUTE_MS);
  of.endedAt = clock.now();
  clock.advance(DAY_MS);
  expect(keptOfFlood()).toBe(1000 + 2 * 60 * 11);
});

test('a transaction never has more than fifty thousand samples, and the last ten thousand come once a minute', () => {
  const { clock, keptOfFlood } = flooded();
  clock.advance(DAY_MS);
  const ofOneDay = 40_000 + 24 * 60;
  expect(keptOfFlood()).toBe(ofOneDay);
  clock.advance(MINUTE_MS);
  expect(keptOfFlood()).toBe(1);
  clock.advance(365 * DAY_MS);
  expect(keptOfFlood()).toBe(50_000 - ofOneDay - 1);
  clock.advance(365 * DAY_MS);
  expect(keptOfFlood()).toBe(0);
});

test('samples that are already stored count once they have been counted in the database', () => {
  const { budget, of, keptOfFlood } = flooded();
  expect(budget.isKnown(of.transactionId)).toBe(false);
  budget.setKeptCount(of.transactionId, 900);
  expect(budget.isKnown(of.transactionId)).toBe(true);
  expect(keptOfFlood()).toBe(100);
});

test.each([
  { room: 0, kept: [] },
  { room: 1, kept: [399] },
  { room: 2, kept: [0, 399] },
  { room: 5, kept: [0, 100, 200, 300, 399] },
])('of a message with room for $room samples the first and the last are stored', ({ room, kept }) => {
  const { budget, of, readings } = flooded();
  budget.setKeptCount(of.transactionId, 1000 - room);
  const places = budget.takeFitting(of, readings(400)).map(({ registerWh }) => (registerWh ?? 0) - 1000);
  expect(places).toEqual(kept);
});
