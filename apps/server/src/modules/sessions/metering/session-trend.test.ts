import { describe, expect, test } from 'vitest';
import { clockAheadMs } from './clock-ahead.ts';
import { readingsFrom, withReading, type RecentReading } from './recent-readings.ts';
import { trendOf } from './session-trend.ts';

const RATED_W = 120_000;
type Sample = Partial<RecentReading> & { s: number; wh: number };

/** Readings that were taken and came in after so many seconds. */
function readings(...samples: Sample[]) {
  return samples.reduce(
    (soFar, { s, wh, ...more }) =>
      withReading(soFar, { atMs: s * 1000, receivedAtMs: s * 1000, context: 'Sample.Periodic', energyWh: wh, ...more }),
    readingsFrom(0, 0),
  );
}
const trend = (...samples: Sample[]) => trendOf(readings(...samples), RATED_W);

describe('power', () => {
  test('is unknown before two readings, and then their slope', () => {
    expect(trend({ s: 30, wh: 400 }).powerW).toBeUndefined();
    expect(trend({ s: 30, wh: 403 }, { s: 60, wh: 903 })).toMatchObject({
      atMs: 60_000,
      energyWh: 903,
      powerW: 60_000,
    });
  });

  test('is at most the rating', () => {
    expect(trend({ s: 30, wh: 400 }, { s: 35, wh: 5000 }).powerW).toBeCloseTo(RATED_W * 1.1);
  });

  test('is the reported power if its mean agrees with the slope, otherwise the slope', () => {
    const samples = [
      { s: 60, wh: 1000, powerW: 66_000 },
      { s: 120, wh: 2000, powerW: 54_000 },
    ];
    expect(trend(...samples)).toMatchObject({ powerW: 54_000, sinkingWps: 200 });
    const threefold = samples.map((reading) => ({ ...reading, powerW: reading.powerW * 3 }));
    expect(trend(...threefold)).toMatchObject({ powerW: 60_000, sinkingWps: 0 });
  });

  test('falls if two long spans show it', () => {
    const { powerW, sinkingWps } = trend({ s: 60, wh: 1000 }, { s: 120, wh: 2000 }, { s: 180, wh: 2800 });
    // 60 kW and 48 kW in the middle of the last two minutes.
    expect({ powerW, sinkingWps }).toEqual({ powerW: 42_000, sinkingWps: 200 });
  });

  test('is zero if the register did not move although it should have', () => {
    expect(trend({ s: 10, wh: 103 }, { s: 20, wh: 203 }, { s: 30, wh: 203 }).powerW).toBe(0);
    expect(trend({ s: 10, wh: 0 }, { s: 20, wh: 0 }).powerW).toBe(0);
  });

  test('is not zero if whole seconds of the clock put two readings of one moment a second apart', () => {
    const wholeSeconds = [30, 39, 40].map((s) => ({ s, at: s * 1000, wh: Math.min(444, s * 14 - 102) }));
    expect(trend(...wholeSeconds).powerW).toBeCloseTo(50_400);
  });

  test('of a coarse register is measured from step to step, and energy continues between steps', () => {
    const ticks = [0, 100, 200, 300].flatMap((wh, index) => [
      { s: index * 36 + 1, wh },
      { s: index * 36 + 19, wh },
    ]);
    const { powerW, energyWh } = trend(...ticks);
    expect(powerW).toBeCloseTo(10_000, -3);
    // 50 Wh since the last tick; the session began within a step, in the middle of it as far as is known.
    expect(energyWh).toBeCloseTo(325);
  });

  test('of a coarse register that does not move is at most one step in that time', () => {
    const samples = [5, 10, 15].map((s) => ({ s, wh: 100 }));
    expect(trend(...samples.slice(0, 2))).toMatchObject({ powerW: 72_000 });
    // A step in nine seconds at the most.
    expect(trend(...samples)).toMatchObject({ powerW: 40_000 });
  });

  test('of a coarse register that started late does not put the energy more than a step below the register', () => {
    expect(trend({ s: 15, wh: 0 }, { s: 30, wh: 0 }, { s: 45, wh: 500 }).energyWh).toBe(400);
  });

  test('of a coarse register ignores reported power that is far from its slope', () => {
    const samples = [0, 0, 100, 100, 200].map((wh, index) => ({ s: (index + 1) * 5, wh, powerW: 108_000 }));
    expect(trend(...samples).powerW).toBeCloseTo(36_000);
  });

  test('that rises is ahead of its slope: energy grows with the square of the time since it began to flow', () => {
    // From 4 s on, 9 kW more each second.
    expect(trend({ s: 4, wh: 0 }, { s: 7, wh: 11.25 }, { s: 10, wh: 45 }).powerW).toBeCloseTo(54_000);
    // After 16 s it rises no more.
    expect(trend({ s: 4, wh: 0 }, { s: 7, wh: 11.25 }, { s: 20, wh: 200 }).powerW).toBeLessThan(54_000);
  });

  test('cannot be seen to rise from two readings of one moment', () => {
    const { powerW } = trend({ s: 5, wh: 21 }, { s: 5, wh: 24, context: 'Trigger' });
    expect(powerW).toBeCloseTo(34_560);
  });

  test('does not count as rising if readings restart in the middle of a session', () => {
    const evenly = [5, 6, 7, 8].map((s) => ({ s, wh: 4001 + s * 11 }));
    // The register is known better, and the clock was set back.
    expect(trend({ s: 4, wh: 5000 }, ...evenly).powerW).toBeCloseTo(39_600);
    expect(trend({ s: 4, atMs: 90_000, wh: 4045 }, ...evenly).powerW).toBeCloseTo(39_600);
  });
});

describe('the time of a reading', () => {
  test('is by our clock, whatever the delay of the message and the clock of the charge point', () => {
    const late = [
      { s: 5, wh: 100, receivedAt: 6_400 },
      { s: 10, wh: 200, receivedAt: 10_100 },
    ];
    const { atMs, powerW } = trend(...late.map((reading) => ({ ...reading, at: reading.s * 1000 })));
    expect({ at: atMs, powerW }).toEqual({ at: 10_000, powerW: 72_000 });
    const ahead = readings({ s: 5, wh: 100, atMs: 65_000 }, { s: 10, wh: 200, atMs: 70_000 });
    expect(clockAheadMs(ahead)).toBe(-60_000);
  });

  test('is its arrival if its timestamp is the start of its interval', () => {
    const first = trend({ s: 60, wh: 1000, atMs: 0 }, { s: 120, wh: 2000 });
    expect(first).toMatchObject({ atMs: 120_000, powerW: 60_000 });
    const each = trend(
      { s: 60, wh: 1000, atMs: 0 },
      { s: 120, wh: 2000, atMs: 60_000 },
      { s: 180, wh: 3000, atMs: 120_000 },
    );
    expect(each).toMatchObject({ atMs: 180_000, powerW: 60_000 });
  });
});

test('of the first sample, if it is that of the start, shows that no energy flowed until the sample arrived', () => {
  const first = trend({ s: 15, wh: 0, atMs: 0 });
  expect(first).toMatchObject({ atMs: 15_000, energyWh: 0 });
});

test('is ignored for late or repeated samples, and counting restarts after a clock was set back', () => {
  const before = readings({ s: 30, wh: 400 }, { s: 60, wh: 800 });
  const now = { receivedAtMs: 61_000, context: 'Sample.Periodic' };
  expect(withReading(before, { ...now, atMs: 45_000, energyWh: 600 })).toBe(before);
  expect(withReading(before, { ...now, atMs: 60_000, energyWh: 800 })).toBe(before);
  expect(withReading(before, { ...now, atMs: 20_000, energyWh: 900 })).toMatchObject({ count: 1 });
});
