import { describe, expect, test } from 'vitest';
import { SECOND_MS } from '#kernel/durations.ts';
import { planStop } from './stop-plan.ts';

const purchase = { boughtWh: 2000, ratedW: 120_000, leadMs: 250 };
const steady = { atMs: 0, flowsSinceMs: -60_000, stoodMs: 0, energyWh: 1000, powerW: 60_000, sinkingWps: 0 };

describe('the stop at the purchase', () => {
  test('is requested a moment before the limit', () => {
    // 1,000 Wh at 60 kW are 60 s.
    expect(planStop(steady, purchase).stopAtMs).toBe(59_750);
    expect(planStop(steady, { ...purchase, leadMs: 4_000 }).stopAtMs).toBe(56_000);
  });

  test('is later if the power falls, by at most half of it', () => {
    // From 60 kW to 46.5 kW in 67.62 s: 53.2 kW in the mean.
    expect(planStop({ ...steady, sinkingWps: 200 }, purchase).stopAtMs).toBeCloseTo(67_621 - 250, -1);
    expect(planStop({ ...steady, sinkingWps: 60_000 }, purchase).stopAtMs).toBe(119_750);
  });

  test('is due at the reading that reaches the limit', () => {
    expect(planStop({ ...steady, energyWh: 1995 }, purchase).stopAtMs).toBe(0);
    expect(planStop({ ...steady, energyWh: 1994 }, purchase).stopAtMs).toBe(360 - 250);
    expect(planStop({ ...steady, energyWh: 2600, powerW: undefined }, purchase).stopAtMs).toBe(0);
  });

  test('waits for the next reading if nothing flows, and requests one before rated power could exceed the purchase', () => {
    expect(planStop({ ...steady, powerW: 0 }, purchase)).toEqual({
      stopAtMs: undefined,
      // 1,050 Wh at 120 kW are 31.5 s.
      sampleAtMs: expect.closeTo(31_500 - 250 - SECOND_MS - 3_250, -1),
    });
  });
});

describe('before the power is known', () => {
  const unknown = { ...steady, powerW: undefined };

  test('rated power decides, short of the limit of the bill', () => {
    expect(planStop(unknown, purchase).stopAtMs).toBeCloseTo(31_500 - 250 - SECOND_MS);
  });

  test('a session that has just begun has the seconds in which power rises', () => {
    // 150 Wh at 240 kW are 2.25 s; power that gets there in 6 s has delivered so much after the root of 2 x 6 x 2.25 s.
    const begun = { ...unknown, flowsSinceMs: 0, energyWh: 0 };
    const fast = { boughtWh: 100, ratedW: 240_000, leadMs: 250 };
    expect(planStop(begun, fast).stopAtMs).toBeCloseTo(5_196 - 250 - SECOND_MS, 0);
    // 400 Wh are 6 s and 1,550 Wh 23.25 s, and 3 s are lost while power rises.
    expect(planStop(begun, { ...fast, boughtWh: 350 }).stopAtMs).toBeCloseTo(9_000 - 250 - SECOND_MS);
    expect(planStop(begun, { ...fast, boughtWh: 1_500 }).stopAtMs).toBeCloseTo(26_250 - 250 - SECOND_MS);
  });

  test('a sample is requested in time, unless it would arrive after the stop', () => {
    expect(planStop(unknown, purchase).sampleAtMs).toBeCloseTo(31_500 - 250 - SECOND_MS - 3_250);
    expect(planStop({ ...unknown, energyWh: 1990 }, purchase).sampleAtMs).toBeUndefined();
  });

  test('nothing is planned if the rating is unknown too', () => {
    expect(planStop(unknown, { ...purchase, ratedW: 0 })).toEqual({ stopAtMs: undefined, sampleAtMs: undefined });
  });
});

describe('a sample', () => {
  test('is requested shortly before the stop if the latest would be old by then', () => {
    expect(planStop(steady, { ...purchase, ratedW: 60_000 }).sampleAtMs).toBe(59_750 - 2_000 - 3_250);
  });

  test('is requested before settled power could double, and while power rises before the rating could be reached', () => {
    const fast = { ...purchase, ratedW: 240_000 };
    // 1,050 Wh are 31.5 s at 120 kW and 15.75 s at 240 kW.
    expect(planStop(steady, fast).sampleAtMs).toBeCloseTo(31_500 - 250 - SECOND_MS - 3_250);
    expect(planStop({ ...steady, flowsSinceMs: -10_000 }, fast).sampleAtMs).toBeCloseTo(
      15_750 - 250 - SECOND_MS - 3_250,
    );
    expect(planStop({ ...steady, flowsSinceMs: -30_000 }, fast).sampleAtMs).toBeCloseTo(
      31_500 - 250 - SECOND_MS - 3_250,
    );
  });

  test('is requested less and less often if the register stands still', () => {
    const still = { ...steady, energyWh: 1990, powerW: 0 };
    expect(planStop({ ...still, stoodMs: 29_999 }, purchase).sampleAtMs).toBe(10_000);
    expect(planStop({ ...still, stoodMs: 30_000 }, purchase).sampleAtMs).toBe(15_000);
    expect(planStop({ ...still, stoodMs: 600_000 }, purchase).sampleAtMs).toBe(300_000);
  });

  test('is not requested if one has just arrived', () => {
    expect(planStop({ ...steady, energyWh: 1900 }, purchase).sampleAtMs).toBeUndefined();
  });

  test('is requested ten seconds after the latest if it can still arrive before the stop', () => {
    // 200 Wh at 60 kW are 12 s, and the charge point takes its time for the stop and for the sample.
    const soon = { ...steady, energyWh: 1800 };
    expect(planStop(soon, { ...purchase, leadMs: 500 }).sampleAtMs).toBe(10_000);
    expect(planStop(soon, { ...purchase, leadMs: 501 }).sampleAtMs).toBeUndefined();
  });
});

describe('a session to a percentage of the battery', () => {
  const far = { ...purchase, boughtWh: 20_000 };
  // 1,000 Wh have brought 5 percent: 200 Wh each.
  const target = { percent: 80, soc: 75, socAtFirst: 70 };

  test.each([
    [79, undefined],
    [80, 0],
    [80.5, 0],
    [100, 0],
  ])('is stopped when the car reports %d of 80 percent: %s', (soc, stopAtMs) => {
    const slow = { ...steady, powerW: 0 };
    expect(planStop(slow, { ...far, target: { ...target, soc } }).stopAtMs).toBe(stopAtMs);
  });

  test('requests a sample half a percent before the target, and not again at once', () => {
    // 4.5 percent are 900 Wh: 54 s at 60 kW.
    expect(planStop(steady, { ...far, target }).sampleAtMs).toBe(54_000);
    expect(planStop(steady, { ...far, target: { ...target, percent: 76 } }).sampleAtMs).toBe(10_000);
  });

  test.each([
    ['the car tells nothing', { ...target, soc: undefined }],
    ['it did not at first', { ...target, socAtFirst: undefined }],
    ['a percent is no measure yet', { ...target, socAtFirst: 74 }],
  ])('is planned by its units while %s', (_, unknown) => {
    expect(planStop(steady, { ...far, target: unknown })).toEqual(planStop(steady, far));
  });

  test('is measured from two percent on', () => {
    // 500 Wh each: 4.5 percent are 2,250 Wh.
    expect(planStop(steady, { ...far, target: { ...target, socAtFirst: 73 } }).sampleAtMs).toBe(135_000);
  });

  test('is planned by its units while nothing flows, however near the target is', () => {
    const still = { ...steady, powerW: 0 };
    const near = { ...target, soc: 79.7 };
    expect(planStop(still, { ...far, target: near })).toEqual(planStop(still, far));
  });

  test('never exceeds the bought units', () => {
    const short = { ...purchase, boughtWh: 1500 };
    expect(planStop(steady, { ...short, target })).toEqual(planStop(steady, short));
    // 100 Wh are 6 s, and no sample can come before that.
    const few = { ...purchase, boughtWh: 1100, leadMs: 0 };
    const both = { ...target, percent: 76 };
    for (const one of [target, both])
      expect(planStop(steady, { ...few, target: one })).toEqual({ stopAtMs: 6_000, sampleAtMs: undefined });
  });

  test('requests a sample no later than its units need one', () => {
    const fast = { ...purchase, ratedW: 240_000 };
    expect(planStop(steady, { ...fast, target })).toEqual(planStop(steady, fast));
  });

  test('that is recovered after its target was reached stops by what is known', () => {
    expect(planStop({ ...steady, powerW: undefined }, { ...far, target: { ...target, soc: 81 } })).toEqual({
      stopAtMs: 0,
      sampleAtMs: undefined,
    });
  });
});
