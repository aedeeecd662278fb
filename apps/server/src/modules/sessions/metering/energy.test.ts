import { describe, expect, test } from 'vitest';
import {
  START,
  RATED_W,
  LIMITS,
  at,
  reading,
  readings,
  stopAt,
  metered,
  stopped,
  type RegisterSample,
} from '#testing/register-readings.ts';
import {
  addReading,
  billableWh,
  startDelivery,
  countDelivered,
  energyOf,
  isUncounted,
  readingsAfter,
  resumeDelivery,
  type MaybeRegisterReading,
} from './energy.ts';

describe('the energy of a session', () => {
  test('is the difference of the registers if nothing went wrong', () => {
    const samples: RegisterSample[] = [
      [10, 100_200],
      [20, 100_500],
      [60, 101_950],
    ];
    expect(metered(...samples)).toEqual({ energyWh: 1950, doubtedWh: 0, isSuspect: false });
    expect(stopped(samples, [61, 101_960])).toEqual({ energyWh: 1960, doubtedWh: 0, isSuspect: false });
    expect(stopped([], [61, 101_960])).toEqual({ energyWh: 1960, doubtedWh: 0, isSuspect: false });
  });

  test('is that difference also if the first sample is stamped with the start of its interval', () => {
    const start = { at: START.at, registerWh: 0 };
    const samples: MaybeRegisterReading[] = [
      { ...reading([60, 77]), context: 'Sample.Clock' },
      reading([35, 182], 95),
      reading([120, 185]),
      reading([155, 259]),
      reading([215, 336]),
      reading([275, 413]),
    ];
    const bill = energyOf(start, samples, { ratedW: 7400, restartedAt: null }, stopAt([300, 450]));
    expect(bill).toEqual({ energyWh: 450, doubtedWh: 0, isSuspect: false });
    expect(countDelivered(start, samples, { ratedW: 7400, restartedAt: null })).toMatchObject({ energyWh: 413 });
  });

  test('is that of the samples if the stop’s register is zero, or in kWh by mistake', () => {
    expect(stopped([[30, 100_900]], [60, 0])).toEqual({ energyWh: 900, doubtedWh: 0, isSuspect: true });
    expect(stopped([[30, 100_900]], [60, 101])).toEqual({ energyWh: 900, doubtedWh: 101, isSuspect: true });
    expect(stopped([], [60, 0])).toEqual({ energyWh: 0, doubtedWh: 0, isSuspect: true });
    expect(energyOf({ at: START.at, registerWh: 50 }, [], LIMITS, stopAt([10, 0]))).toMatchObject({ energyWh: 0 });
    expect(stopped([[60, 102_000]], [61, 100_019])).toEqual({ energyWh: 2000, doubtedWh: 0, isSuspect: true });
    expect(stopped([[60, 102_000]], [61, 100_020])).toEqual({ energyWh: 20, doubtedWh: 1980, isSuspect: true });
  });

  test.each([
    ['nothing', 0, 0],
    ['nothing', 1000, 0],
    ['kWh by mistake', 0, 5],
    ['kWh by mistake', 1000, 6],
  ])('is that of the samples if the stop’s register is %s and the session began at %i', (_, registerWh, stopWh) => {
    const start = { at: START.at, registerWh };
    const samples = readings([
      [60, registerWh + 2500],
      [150, registerWh + 5000],
    ]);
    const bill = energyOf(start, samples, LIMITS, stopAt([160, stopWh]));
    expect(bill).toEqual({ energyWh: 5000, doubtedWh: registerWh > 0 ? stopWh : 0, isSuspect: true });
  });

  test('is zero for a register that jumps to a value that no restart explains', () => {
    const samples: RegisterSample[] = [
      [30, 100_900],
      [60, 50_000],
      [90, 50_600],
    ];
    expect(metered(...samples)).toEqual({ energyWh: 900 + 600, doubtedWh: 0, isSuspect: true });
  });

  test('is not changed by samples without a register', () => {
    const silent = { ...reading([45, 0]), registerWh: undefined };
    const samples = [...readings([[30, 100_900]]), silent];
    expect(energyOf(START, samples, LIMITS)).toEqual({ energyWh: 900, doubtedWh: 0, isSuspect: false });
    expect(countDelivered(START, samples, LIMITS)).toMatchObject({ energyWh: 900, at: at(30) });
  });

  test('is the same whichever of two equal readings arrived first', () => {
    const soon = reading([4, 100_240]);
    const late = { ...reading([4, 100_240], 509), context: 'Sample.Clock' };
    const then = reading([10, 101_000], 515);
    const expected = { energyWh: 240, doubtedWh: 760, isSuspect: true };
    expect(energyOf(START, [soon, late, then], LIMITS)).toEqual(expected);
    expect(energyOf(START, [late, soon, then], LIMITS)).toEqual(expected);
  });

  test('uses the charge point’s clock or ours, whichever allows more time', () => {
    const stands = [reading([1, 101_000], 60)];
    expect(energyOf(START, stands, LIMITS)).toEqual({ energyWh: 1000, doubtedWh: 0, isSuspect: false });
    const heardAtOnce = [reading([60, 101_000], 600), reading([120, 102_500], 600)];
    expect(energyOf(START, heardAtOnce, LIMITS)).toEqual({ energyWh: 2500, doubtedWh: 0, isSuspect: false });
  });

  test('ignores a reading that contradicts those before and after it, too low or too high', () => {
    expect(metered([30, 100_900], [60, 400], [90, 101_800])).toMatchObject({ energyWh: 1800, isSuspect: false });
    expect(metered([30, 100_900], [60, 900_000], [90, 101_800])).toMatchObject({ energyWh: 1800, isSuspect: false });
  });

  test('returns to the register from before two readings that were too low', () => {
    expect(metered([30, 100_900], [60, 400], [61, 410], [62, 101_300])).toMatchObject({ energyWh: 1300 });
    expect(stopped([[30, 100_900] as RegisterSample, [60, 400], [61, 410]], [62, 101_300])).toMatchObject({
      energyWh: 1300,
    });
  });

  test('treats a second equally high reading as a jump, and a low one that equals the start as no restart', () => {
    const jumped = readings([
      [60, 8_000_000],
      [120, 8_000_000],
    ]);
    expect(countDelivered(START, jumped, LIMITS)).toMatchObject({
      energyWh: 0,
      registerWh: 8_000_000,
      isSuspect: true,
    });
    const backAtStart: RegisterSample[] = [
      [30, 100_067],
      [60, 100_000],
      [90, 100_000],
    ];
    expect(metered(...backAtStart)).toEqual({ energyWh: 0, doubtedWh: 0, isSuspect: false });
  });

  test('disputes a high reading that only an ignored low one confirms', () => {
    const samples = [reading([0, 100_233], 423), reading([1, 100_133]), reading([2, 103_088], 338)];
    expect(energyOf(START, samples, LIMITS)).toEqual({ energyWh: 233, doubtedWh: 2855, isSuspect: true });
  });

  test('is that of the stop’s register if the samples jumped and it did not', () => {
    const samples: RegisterSample[] = [
      [8, 900_000],
      [60, 900_100],
    ];
    const max = Math.floor((RATED_W * 90 * 1.1) / 3600) + 100;
    for (const energyWh of [0, 900, max])
      expect(stopped(samples, [90, 100_000 + energyWh])).toEqual({ energyWh, doubtedWh: 0, isSuspect: false });
  });

  test('ignores a jump at the first sample if the start reported another register', () => {
    const samples: RegisterSample[] = [
      [60, 8_000_000],
      [120, 8_000_300],
      [180, 8_000_600],
    ];
    expect(metered(...samples)).toEqual({ energyWh: 600, doubtedWh: 7_900_000, isSuspect: true });
    expect(stopped(samples, [200, 8_000_700])).toEqual({ energyWh: 700, doubtedWh: 7_900_000, isSuspect: true });
    expect(stopped(samples, [200, 8_000_500])).toEqual({ energyWh: 500, doubtedWh: 7_900_000, isSuspect: true });
    expect(stopped(samples, [200, 8_000_499])).toEqual({ energyWh: 499, doubtedWh: 7_900_101, isSuspect: true });
  });

  test('ignores a jump that the stop’s register repeats, even if rated power since the start would explain it by then', () => {
    const told0 = { at: START.at, registerWh: 0 };
    const samples = readings([
      [10, 4010],
      [60, 4100],
      [3540, 5200],
    ]);
    const leftOut = { doubtedWh: 4010, isSuspect: true };
    const endedAt = (registerWh: number) => energyOf(told0, samples, LIMITS, stopAt([3600, registerWh]));
    expect(countDelivered(told0, samples, LIMITS)).toMatchObject({ energyWh: 1190 });
    expect(endedAt(5210)).toEqual({ energyWh: 1200, ...leftOut });
    // Rounded down, as last words are.
    expect(endedAt(5190)).toEqual({ energyWh: 1180, ...leftOut });
    expect(endedAt(4010)).toMatchObject({ energyWh: 0 });
    // Below where it had jumped to, it is not of that register.
    expect(endedAt(4009)).toMatchObject({ energyWh: 4009 });
  });

  test.each([
    ['a register of whole kWh', 7400, 1000],
    ['a new register of whole kWh', 7400, 1000, 0],
    ['a connector that gives more than it is known for', 30_000, 1],
  ])('counts all of the stop’s register: %s', (_, ratedW, grainWh, startWh = 100_000) => {
    // Up to ten kWh, and for a DC connector half an hour of 50 kW that tapers.
    const deliveredAt = (minute: number) =>
      ratedW > 7400 ? 30_000 * (1 - Math.exp(-minute / 36)) : (7400 / 60) * Math.min(minute, 81);
    for (let offsetWh = 0; offsetWh < 1000; offsetWh += 50) {
      const shown = (minute: number) => {
        const trueWh = startWh + offsetWh + deliveredAt(minute);
        return Math.floor(trueWh / grainWh) * grainWh;
      };
      const start = { at: START.at, registerWh: shown(0) };
      const samples = readings(Array.from({ length: 81 }, (_at, at) => [(at + 1) * 60, shown(at + 1)]));
      const { energyWh } = energyOf(start, samples, { ...LIMITS, ratedW }, stopAt([82 * 60, shown(82)]));
      expect(energyWh).toBe(shown(82) - shown(0));
    }
  });

  test('is that of the stop’s register if the samples say more, and the rest is disputed', () => {
    expect(stopped([[60, 102_000]], [61, 100_400])).toEqual({ energyWh: 400, doubtedWh: 1600, isSuspect: true });
    expect(stopped([[60, 102_001]], [61, 102_000])).toEqual({ energyWh: 2000, doubtedWh: 0, isSuspect: false });
  });

  test('disputes a last reading that nothing confirms', () => {
    const counted = { energyWh: 900, doubtedWh: 799_100, isSuspect: true };
    expect(metered([30, 100_900], [60, 900_000])).toEqual(counted);
    expect(metered([30, 100_900], [60, 400])).toEqual({ energyWh: 900, doubtedWh: 0, isSuspect: false });
  });

  test('is the whole difference if the stop has an earlier time than the samples before it', () => {
    const stop = { ...stopAt([5, 101_950]), receivedAt: at(65) };
    expect(energyOf(START, readings([[60, 101_900]]), LIMITS, stop)).toEqual({
      energyWh: 1950,
      doubtedWh: 0,
      isSuspect: false,
    });
  });

  test('counts a jump between two samples only if rated power since the start explains it', () => {
    const rest: RegisterSample[] = [
      [601, 101_500],
      [602, 101_520],
    ];
    expect(metered([1, 100_020], [600, 100_100], ...rest)).toEqual({ energyWh: 1520, doubtedWh: 0, isSuspect: false });
    const jump = { energyWh: 40, doubtedWh: 7980, isSuspect: true };
    expect(metered([1, 100_020], [2, 108_000], [3, 108_020])).toEqual(jump);
    // 10 s explain 466 Wh.
    const asMuchAsCanBe = [reading([1, 100_466]), reading([2, 100_500], 10), reading([60, 100_600])];
    expect(energyOf(START, asMuchAsCanBe, LIMITS)).toEqual({ energyWh: 600, doubtedWh: 0, isSuspect: false });
  });

  test('accepts a stop’s register below the samples by as much as meters round, and no more', () => {
    expect(stopped([[60, 102_000]], [61, 101_900])).toEqual({ energyWh: 1900, doubtedWh: 0, isSuspect: false });
    expect(stopped([[60, 102_000]], [61, 101_899])).toEqual({ energyWh: 1899, doubtedWh: 101, isSuspect: true });
    expect(stopped([[30, 100_100]], [31, 100_000])).toEqual({ energyWh: 0, doubtedWh: 0, isSuspect: false });
    expect(stopped([[30, 100_101]], [31, 100_001])).toEqual({ energyWh: 101, doubtedWh: 0, isSuspect: true });
    expect(stopped([[30, 100_101]], [31, 100_002])).toEqual({ energyWh: 2, doubtedWh: 0, isSuspect: false });
  });

  test('is at most what rated power explains since the start, however many readings claim more', () => {
    const thousands = Array.from({ length: 4000 }, (_, index) =>
      reading([1 + index / 1000, START.registerWh + (index + 1) * 136], 5),
    );
    const max = (seconds: number) => Math.floor((RATED_W * seconds * 1.1) / 3600) + 100;
    const stop = { ...stopAt([5, START.registerWh + 544_000]), receivedAt: at(5) };
    expect(energyOf(START, thousands, LIMITS, stop).energyWh).toBeLessThanOrEqual(max(5));
    expect(countDelivered(START, thousands, LIMITS).energyWh).toBeLessThanOrEqual(max(5));
    expect(stopped([], [30, 9_000_000])).toEqual({
      energyWh: max(30),
      doubtedWh: 9_000_000 - START.registerWh - max(30),
      isSuspect: true,
    });
  });

  test('of a connector with unknown power is limited by the power of the strongest connector', () => {
    const unrated = { ratedW: 0, restartedAt: null };
    expect(energyOf(START, [], unrated, stopAt([3600, 150_000])).energyWh).toBe(50_000);
    expect(energyOf(START, [], unrated, stopAt([36, 9_000_000])).energyWh).toBe(5600);
  });
});

describe('the energy on the screen', () => {
  test('is zero and not in doubt before the first reading', () => {
    expect(startDelivery(100_000, START.at)).toMatchObject({
      energyWh: 0,
      registerWh: 100_000,
      at: START.at,
      isSuspect: false,
      needsRecount: false,
    });
  });

  test('counts a reading at the moment of the start', () => {
    expect(countDelivered(START, readings([[0, 100_050]]), LIMITS)).toMatchObject({ energyWh: 50, at: START.at });
  });

  test('is in doubt only while the meter jumps or claims more than rated power explains', () => {
    const max = Math.floor((RATED_W * 1.1) / 3600) + 100;
    const deliveredAt = (registerWh: number) => countDelivered(START, readings([[1, registerWh]]), LIMITS);
    expect(deliveredAt(START.registerWh + max)).toMatchObject({ energyWh: max, isSuspect: false });
    const tooSoon = readings([
      [0.001, 100_100],
      [0.002, 100_200],
    ]);
    expect(countDelivered(START, tooSoon, LIMITS)).toMatchObject({ energyWh: 100, isSuspect: true });
    const jumped = readings([
      [30, 100_900],
      [60, 900_000],
      [61, 900_001],
    ]);
    expect(countDelivered(START, jumped, LIMITS)).toMatchObject({
      energyWh: 901,
      registerWh: 900_001,
      at: at(61),
      isSuspect: true,
    });
  });

  test('sorts in sixteen late readings; for an older one all samples are counted again', () => {
    const samples = Array.from({ length: 18 }, (_, nth) => reading([nth + 1, 100_000 + (nth + 1) * 10]));
    const soFar = countDelivered(START, samples, LIMITS);
    expect(soFar.recent).toHaveLength(16);
    expect(addReading(soFar, reading([2.5, 100_025]), LIMITS)).toMatchObject({ needsRecount: false, energyWh: 180 });
    expect(addReading(soFar, reading([1.5, 100_015]), LIMITS)).toMatchObject({ needsRecount: true, energyWh: 180 });
    expect(addReading(soFar, { ...reading([2, 100_021]), context: 'Sample.Clock' }, LIMITS).needsRecount).toBe(true);
  });

  test('is not changed by a repeated reading', () => {
    const soFar = countDelivered(
      START,
      readings([
        [10, 100_100],
        [20, 100_200],
        [30, 100_300],
      ]),
      LIMITS,
    );
    for (const again of [20, 30]) expect(addReading(soFar, reading([again, 100_200]), LIMITS)).toBe(soFar);
    expect(addReading(soFar, { ...reading([20, 100_205]), context: 'Sample.Clock' }, LIMITS).recent).toHaveLength(4);
  });

  test('continues a stored count with later readings only, and ignores readings without a register', () => {
    const stored = readings([
      [10, 100_100],
      [20, 100_200],
      [30, 100_300],
    ]);
    const [first = expect.fail(), second = expect.fail(), third] = stored;
    const empty: MaybeRegisterReading = { ...reading([40, 0]), registerWh: undefined };
    const { count } = countDelivered(START, [first, second], LIMITS);
    expect(resumeDelivery(count, LIMITS)).toMatchObject({ energyWh: 200, needsRecount: false, recent: [] });
    expect(readingsAfter(count, [empty, ...stored])).toEqual([third]);
    for (const earlier of [first, second, empty]) expect(isUncounted(count, earlier)).toBe(false);
    expect(isUncounted(startDelivery(START.registerWh, START.at).count, empty)).toBe(false);
    expect(countDelivered(START, [empty, ...stored], LIMITS).recent).toEqual(stored);
  });
});

describe('the bill', () => {
  test('exceeds the purchase by at most 2 % or 50 Wh, whichever is larger [OCPP-16]', () => {
    expect(billableWh(999, 1000)).toBe(999);
    expect(billableWh(544_000, 1000)).toBe(1050);
    expect(billableWh(544_000, 40_000)).toBe(40_800);
    expect(billableWh(544_000, null)).toBe(544_000);
  });
});
