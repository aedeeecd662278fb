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
  booted,
  START_AT_NOTHING,
  type RegisterSample,
} from '#testing/register-readings.ts';
import { countDelivered, energyOf, type MaybeRegisterReading } from './energy.ts';

/** An hour of a 7 kW car whose charge point samples in two streams, and boots with its register kept. */
function twoStreams(clockSeconds: number, intervalSeconds: number, bootedSeconds: number) {
  const registerAt = (seconds: number) => Math.round((7000 * seconds) / 3600);
  const samples: MaybeRegisterReading[] = [];
  for (let seconds = 1; seconds <= 3600; seconds += 1) {
    const heard = registerAt(seconds);
    if (seconds % clockSeconds === 0) samples.push({ ...reading([seconds, heard]), context: 'Sample.Clock' });
    if (seconds % intervalSeconds === 0) samples.push(reading([seconds - intervalSeconds + 1, heard], seconds));
  }
  return { samples, registerAt, facts: { ratedW: 22_000, restartedAt: at(bootedSeconds) } };
}

describe('the energy of a session whose register may have restarted', () => {
  test('continues when the register restarts at zero after a boot', () => {
    const samples: RegisterSample[] = [
      [30, 100_900],
      [60, 400],
      [90, 1_100],
    ];
    expect(booted(45, samples)).toEqual({ energyWh: 900 + 1_100, doubtedWh: 0, isSuspect: false });
    expect(booted(45, samples, [100, 1_200])).toEqual({ energyWh: 900 + 1_200, doubtedWh: 0, isSuspect: false });
    expect(booted(45, [[30, 100_900]], [100, 1_200])).toEqual({ energyWh: 2100, doubtedWh: 0, isSuspect: false });
  });

  test('is not changed by a boot after which the register continued', () => {
    expect(booted(45, [[30, 100_900]], [100, 101_200])).toEqual({ energyWh: 1200, doubtedWh: 0, isSuspect: false });
  });

  test('is not counted twice if a charge point boots minutes after a reading with a too early timestamp', () => {
    const start = { at: START.at, registerWh: 0 };
    const samples = [reading([0, 180], 60), reading([10, 30]), reading([20, 60]), reading([120, 360])];
    const facts = { ratedW: RATED_W, restartedAt: at(200) };
    expect(energyOf(start, samples, facts)).toEqual({ energyWh: 360, doubtedWh: 0, isSuspect: false });
    expect(countDelivered(start, samples, facts)).toMatchObject({ energyWh: 360 });
  });

  test.each([
    [15, 60],
    [20, 60],
    [10, 30],
  ])(
    'of a register that continues after a boot is its difference, with clock samples every %i s and others every %i s that are stamped with the start of their interval',
    (clockSeconds, intervalSeconds) => {
      for (const bootedSeconds of [10, 600]) {
        const { facts, samples, registerAt } = twoStreams(clockSeconds, intervalSeconds, bootedSeconds);
        const stop = stopAt([3605, registerAt(3605)]);
        expect(energyOf(START_AT_NOTHING, samples, facts, stop)).toEqual({
          energyWh: registerAt(3605),
          doubtedWh: 0,
          isSuspect: false,
        });
        expect(energyOf(START_AT_NOTHING, samples, facts)).toMatchObject({
          energyWh: registerAt(3600),
          isSuspect: false,
        });
        expect(countDelivered(START_AT_NOTHING, samples, facts)).toMatchObject({ energyWh: registerAt(3600) });
      }
    },
  );

  test('continues when a register that began at zero restarts at zero after a boot', () => {
    const samples = readings([
      [30, 900],
      [60, 10],
      [90, 700],
    ]);
    const facts = { ratedW: RATED_W, restartedAt: at(45) };
    expect(energyOf(START_AT_NOTHING, samples, facts)).toEqual({ energyWh: 900 + 690, doubtedWh: 0, isSuspect: false });
  });

  test('is the smaller value, and the rest is disputed, if a boot was reported and both registers fit without a restart', () => {
    const samples = readings([
      [30, 900],
      [60, 10],
      [90, 700],
    ]);
    const facts = { ratedW: RATED_W, restartedAt: at(45) };
    const bill = energyOf(START_AT_NOTHING, samples, facts, stopAt([100, 800]));
    expect(bill).toEqual({ energyWh: 800, doubtedWh: 900 + 790 - 800, isSuspect: true });
  });

  test('stays with a register that restarted at a boot when one reading has a too early timestamp', () => {
    const samples: RegisterSample[] = [
      [30, 100_300],
      [60, 200],
      [90, 600],
      [7200, 100_700],
      [7210, 100_650],
      [7220, 100_800],
    ];
    const expected = { energyWh: 300 + 100_800, doubtedWh: 0, isSuspect: false };
    expect(booted(45, samples)).toEqual(expected);
    expect(booted(45, samples, [7230, 100_800])).toEqual(expected);
  });

  test('returns to a register that continued after a boot if it read zero for a while', () => {
    const samples: RegisterSample[] = [
      [30, 100_900],
      [60, 0],
      [70, 0],
      [80, 101_200],
      [90, 101_300],
    ];
    expect(booted(45, samples)).toEqual({ energyWh: 1300, doubtedWh: 0, isSuspect: false });
  });

  test('continues when two readings below the start show a restart, but does not count the jump', () => {
    const samples: RegisterSample[] = [
      [30, 100_900],
      [60, 400],
      [90, 1_100],
    ];
    const counted = { energyWh: 900 + 700, doubtedWh: 400, isSuspect: true };
    expect(metered(...samples)).toEqual(counted);
    expect(stopped(samples, [91, 1_100])).toEqual(counted);
    expect(stopped(samples.slice(0, 2), [90, 1_100])).toEqual(counted);
  });

  test.each(['HardReset', 'PowerLoss', 'Reboot', 'SoftReset'])(
    'counts a restart if the stop’s register is below the start and the stop’s reason is %s',
    (reason) => {
      const counted = { energyWh: 900 + 400, doubtedWh: 0, isSuspect: false };
      expect(stopped([[30, 100_900]], [60, 400], reason)).toEqual(counted);
    },
  );

  test('counts no restart if the stop’s register is below the start and no restart was reported', () => {
    expect(stopped([[30, 100_900]], [60, 400], 'Local')).toEqual({ energyWh: 900, doubtedWh: 400, isSuspect: true });
  });

  test('is that of the samples, and disputed, if the stop’s register equals the start or an earlier sample', () => {
    expect(stopped([[30, 100_900]], [60, 100_000], 'PowerLoss')).toEqual({
      energyWh: 900,
      doubtedWh: 0,
      isSuspect: true,
    });
    expect(stopped([[0, 110]], [3, 110])).toEqual({ energyWh: 0, doubtedWh: 0, isSuspect: true });
    expect(stopped([[30, 400]], [60, 0])).toEqual({ energyWh: 0, doubtedWh: 0, isSuspect: true });
  });

  test('counts at most what rated power explains since the start if the stop’s register is below it', () => {
    expect(stopped([], [9, 430], 'PowerLoss')).toEqual({ energyWh: 430, doubtedWh: 0, isSuspect: false });
    expect(stopped([], [9, 431], 'PowerLoss')).toEqual({ energyWh: 0, doubtedWh: 0, isSuspect: false });
  });

  test('keeps the energy from before a boot if the stop’s register is lower and may have restarted at zero since', () => {
    const ended = (bootedSeconds: number, last: RegisterSample, ...samples: RegisterSample[]) =>
      energyOf(START_AT_NOTHING, readings(samples), { ratedW: RATED_W, restartedAt: at(bootedSeconds) }, stopAt(last));
    const kept = { energyWh: 2000, doubtedWh: 0, isSuspect: false };
    expect(ended(90, [150, 500], [60, 2000])).toEqual(kept);
    expect(ended(90, [61, 136], [60, 2000])).toEqual({ ...kept, energyWh: 136, doubtedWh: 1864, isSuspect: true });
    // 1 s explains 136 Wh.
    expect(ended(61, [61, 136], [60, 2000])).toEqual(kept);
    expect(ended(61, [61, 137], [60, 2000])).toEqual({ ...kept, energyWh: 137, doubtedWh: 1863, isSuspect: true });
    expect(ended(90, [65, 0], [60, 900])).toEqual({ energyWh: 900, doubtedWh: 0, isSuspect: true });
  });

  test('continues after a restart at a boot if the stop’s register is above the start again', () => {
    const start = { at: START.at, registerWh: 1000 };
    const samples = readings([
      [30, 1900],
      [60, 400],
      [90, 1100],
    ]);
    const bill = energyOf(start, samples, { ratedW: RATED_W, restartedAt: at(45) }, stopAt([100, 1400]));
    expect(bill).toEqual({ energyWh: 900 + 1400, doubtedWh: 0, isSuspect: false });
  });

  test('is the smaller of two values if the samples jump up and then half-way down: theirs and the stop’s', () => {
    const samples: RegisterSample[] = [
      [2, 900_000],
      [3, 900_010],
      [30, 500_000],
      [60, 500_000],
    ];
    expect(stopped(samples, [90, 100_500])).toMatchObject({ energyWh: 10, isSuspect: true });
    expect(stopped(samples, [90, 100_010])).toEqual({ energyWh: 10, doubtedWh: 0, isSuspect: false });
  });

  test('returns to the register from before if the stop repeats the last sample', () => {
    const samples: RegisterSample[] = [
      [2, 11],
      [2.5, 111],
      [3, 103_000],
      [4, 103_010],
    ];
    expect(stopped(samples, [593, 103_010])).toMatchObject({ energyWh: 3010, isSuspect: true });
  });

  test('counts a restart that a charge point reports whose clock is up to ten minutes slow', () => {
    const samples: RegisterSample[] = [
      [30, 100_900],
      [60, 400],
      [90, 1_100],
    ];
    expect(booted(60 + 600, samples)).toEqual({ energyWh: 900 + 1_100, doubtedWh: 0, isSuspect: false });
    expect(booted(60 + 601, samples)).toEqual({ energyWh: 900 + 700, doubtedWh: 400, isSuspect: true });
  });

  test.each([
    ['higher than it could be since', 630, 900, 960],
    ['at nothing, but was read before', 800, 100, 150],
  ])(
    'treats a lower register after a boot as a correction of earlier readings that were too high, before it stands %s',
    (_, bootedSeconds, low, next) => {
      const samples = readings([
        [600, 1_200],
        [660, low],
        [720, next],
      ]);
      const facts = { ratedW: 7400, restartedAt: at(bootedSeconds) };
      expect(energyOf(START_AT_NOTHING, samples, facts)).toEqual({ energyWh: next, doubtedWh: 0, isSuspect: false });
    },
  );

  test('treats a lower register as a correction of earlier high readings if both readings arrived together', () => {
    const samples = [reading([7, 377], 236), reading([236, 110]), reading([540, 188])];
    const facts = { ratedW: RATED_W, restartedAt: at(146) };
    expect(energyOf(START_AT_NOTHING, samples, facts)).toEqual({ energyWh: 188, doubtedWh: 0, isSuspect: false });
  });

  test('returns to a register that continued after a boot also through the stop’s register', () => {
    const samples: RegisterSample[] = [
      [30, 100_900],
      [60, 0],
      [70, 0],
    ];
    expect(booted(45, samples, [80, 101_200])).toEqual({ energyWh: 1200, doubtedWh: 0, isSuspect: false });
  });

  test('is the smaller value if the register may or may not have restarted, and the larger part is disputed', () => {
    const samples: RegisterSample[] = [
      [30, 101_000],
      [60, 400],
      [90, 410],
    ];
    expect(stopped(samples, [7200, 101_300])).toEqual({
      energyWh: 1300,
      doubtedWh: 1000 + 100_900 - 1300,
      isSuspect: true,
    });
  });

  test('ignores one reading of zero if a later one is only lower than a reading with a too early timestamp', () => {
    const samples = [
      ...readings([
        [30, 101_000],
        [60, 0],
        [62, 0],
      ]),
      reading([63, 104_000], 120),
      ...readings([
        [70, 0],
        [80, 102_600],
        [90, 103_000],
        [125, 104_150],
      ]),
    ];
    const facts = { ratedW: RATED_W, restartedAt: at(45) };
    expect(energyOf(START, samples, facts)).toEqual({ energyWh: 4150, doubtedWh: 0, isSuspect: false });
  });

  test('is the smaller of the two also without a stop, as on the screen', () => {
    const start = { at: START.at, registerWh: 1000 };
    const samples = readings([
      [5, 0],
      [10, 0],
      [70, 1070],
      [130, 1130],
    ]);
    const inDoubt = { energyWh: 130, doubtedWh: 1000, isSuspect: true };
    expect(energyOf(start, samples, LIMITS)).toEqual(inDoubt);
    expect(energyOf(start, samples, LIMITS, stopAt([140, 1140]))).toEqual({ ...inDoubt, energyWh: 140 });
    expect(countDelivered(start, samples, LIMITS)).toMatchObject({ energyWh: 130, isSuspect: true });
  });
});
