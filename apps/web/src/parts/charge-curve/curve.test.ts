import { expect, test } from 'vitest';
import type { ChargingSample } from '@bijli/contract/charging';
import { withSample } from '#api/charging.ts';
import { drawCurve, summariseCurve } from './curve.ts';

const sample = (minute: number, power_output: number | null, soc: number | null): ChargingSample => ({
  at: new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString(),
  power_output,
  soc,
});
const points = (path: string | undefined) =>
  (path?.match(/-?[\d.]+,-?[\d.]+/g) ?? []).map((pair) => pair.split(',').map(Number));

test('power is drawn from zero to a round figure above its peak, the battery from 0 to 100 %, both over the same time', () => {
  const drawn = drawCurve([sample(0, 0, 0), sample(30, 43, 50), sample(60, 20, 100)]);
  expect(drawn.topKw).toBe(50);
  const [battery, power] = [points(drawn.battery), points(drawn.powerEdge)];
  expect([battery.at(0), battery.at(-1)]).toEqual([
    [0, 100],
    [1000, 0],
  ]);
  expect([power.at(0), power.at(-1)]).toEqual([
    [0, 100],
    [1000, 60],
  ]);
});

test('values that the car or the charger does not report are not drawn, and no gap is filled', () => {
  const drawn = drawCurve([sample(0, 7, null), sample(1, null, null), sample(2, 7, null), sample(3, 7, null)]);
  expect(drawn.battery).toBeUndefined();
  expect(drawn.powerEdge?.match(/M/g)).toHaveLength(2);
  expect(drawCurve([sample(0, null, 40), sample(1, null, 41)]).power).toBeUndefined();
});

test('an idle charger is drawn as a flat line, and a single moment causes no error', () => {
  expect(drawCurve([sample(0, 0, null), sample(1, 0.02, null)]).topKw).toBe(1);
  expect(drawCurve([sample(0, 7, 20)]).power).not.toContain('NaN');
});

test('the figures of the curve are given in words too', () => {
  expect(summariseCurve([sample(0, 10, 40), sample(30, 60, 55), sample(45, 42, null)])).toEqual({
    power: { max: 60, last: 42 },
    battery: { from: 40, to: 55 },
    minutes: 45,
  });
  expect(summariseCurve([])).toEqual({ power: undefined, battery: undefined, minutes: 0 });
});

test('a live reading is added once and in order, and hours of readings are thinned, not lost', () => {
  const [first, second] = [sample(0, 1, null), sample(1, 2, null)];
  expect(withSample([first], second)).toEqual([first, second]);
  expect(withSample([first, second], second)).toEqual([first, second]);
  expect(withSample([first, second], first)).toEqual([first, second]);
  expect(withSample([first], sample(1, null, null))).toEqual([first]);
  let samples: ChargingSample[] = [];
  for (let minute = 0; minute < 1000; minute += 1) samples = withSample(samples, sample(minute, minute, null));
  expect(samples.length).toBeLessThanOrEqual(400);
  expect([samples[0], samples.at(-1)]).toEqual([sample(0, 0, null), sample(999, 999, null)]);
});
