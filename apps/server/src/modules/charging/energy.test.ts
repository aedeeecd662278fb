import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addReading, billableWh, delivering, deliveredOf, energyOf, type ReadingOfRegister } from './energy.ts';

const START = { at: new Date('2026-11-20T08:00:00Z'), registerWh: 100_000 };
const RATED_W = 120_000;
const FACTS = { ratedW: RATED_W, restartedAt: null };
const at = (seconds: number) => new Date(START.at.getTime() + seconds * 1000);

type Told = [seconds: number, registerWh: number];
const reading = ([seconds, registerWh]: Told, heardAfter = seconds): ReadingOfRegister => ({
  at: at(seconds),
  receivedAt: at(heardAfter),
  context: 'Sample.Periodic',
  registerWh,
});
const readings = (told: Told[]) => told.map((one) => reading(one));
const stopAt = ([seconds, registerWh]: Told, reason = 'Local') => ({
  at: at(seconds),
  receivedAt: at(seconds),
  registerWh,
  reason,
});
const metered = (...told: Told[]) => energyOf(START, readings(told), FACTS);
const stopped = (told: Told[], stop: Told, reason?: string) =>
  energyOf(START, readings(told), FACTS, stopAt(stop, reason));
const booted = (seconds: number, told: Told[], stop?: Told) =>
  energyOf(START, readings(told), { ratedW: RATED_W, restartedAt: at(seconds) }, stop && stopAt(stop));

const START_AT_NOTHING = { at: START.at, registerWh: 0 };

/** An hour of a 7 kW car whose charger samples in two streams, and boots with its register kept. */
function twoStreams(clockSeconds: number, intervalSeconds: number, bootedAt: number) {
  const registerAt = (seconds: number) => Math.round((7000 * seconds) / 3600);
  const samples: ReadingOfRegister[] = [];
  for (let seconds = 1; seconds <= 3600; seconds += 1) {
    const heard = registerAt(seconds);
    if (seconds % clockSeconds === 0) samples.push({ ...reading([seconds, heard]), context: 'Sample.Clock' });
    if (seconds % intervalSeconds === 0) samples.push(reading([seconds - intervalSeconds + 1, heard], seconds));
  }
  return { samples, registerAt, facts: { ratedW: 22_000, restartedAt: at(bootedAt) } };
}

describe('the energy of a charge', () => {
  test('is the difference of the registers when nothing went wrong', () => {
    const told: Told[] = [
      [10, 100_200],
      [20, 100_500],
      [60, 101_950],
    ];
    expect(metered(...told)).toEqual({ energyWh: 1950, doubtedWh: 0, suspect: false });
    expect(stopped(told, [61, 101_960])).toEqual({ energyWh: 1960, doubtedWh: 0, suspect: false });
    expect(stopped([], [61, 101_960])).toEqual({ energyWh: 1960, doubtedWh: 0, suspect: false });
  });

  test('is that difference for a charger that stamps its first sample with the start of its interval', () => {
    const start = { at: START.at, registerWh: 0 };
    const samples: ReadingOfRegister[] = [
      { ...reading([60, 77]), context: 'Sample.Clock' },
      reading([35, 182], 95),
      reading([120, 185]),
      reading([155, 259]),
      reading([215, 336]),
      reading([275, 413]),
    ];
    const bill = energyOf(start, samples, { ratedW: 7400, restartedAt: null }, stopAt([300, 450]));
    expect(bill).toEqual({ energyWh: 450, doubtedWh: 0, suspect: false });
    expect(deliveredOf(start, samples, { ratedW: 7400, restartedAt: null })).toMatchObject({ energyWh: 413 });
  });

  test('counts on when the register restarts at zero after a boot', () => {
    const told: Told[] = [
      [30, 100_900],
      [60, 400],
      [90, 1_100],
    ];
    expect(booted(45, told)).toEqual({ energyWh: 900 + 1_100, doubtedWh: 0, suspect: false });
    expect(booted(45, told, [100, 1_200])).toEqual({ energyWh: 900 + 1_200, doubtedWh: 0, suspect: false });
    expect(booted(45, [[30, 100_900]], [100, 1_200])).toEqual({ energyWh: 2100, doubtedWh: 0, suspect: false });
  });

  test('is not changed by a boot that the register has outlived', () => {
    expect(booted(45, [[30, 100_900]], [100, 101_200])).toEqual({ energyWh: 1200, doubtedWh: 0, suspect: false });
  });

  test('is not counted twice because a charger boots minutes after a reading that was stamped too early', () => {
    const start = { at: START.at, registerWh: 0 };
    const samples = [reading([0, 180], 60), reading([10, 30]), reading([20, 60]), reading([120, 360])];
    const facts = { ratedW: RATED_W, restartedAt: at(200) };
    expect(energyOf(start, samples, facts)).toEqual({ energyWh: 360, doubtedWh: 0, suspect: false });
    expect(deliveredOf(start, samples, facts)).toMatchObject({ energyWh: 360 });
  });

  test.each([
    [15, 60],
    [20, 60],
    [10, 30],
  ])(
    'of a register that outlives a boot is its difference, with clock samples each %i s and others each %i s that bear the start of their interval',
    (clockSeconds, intervalSeconds) => {
      for (const bootedAt of [10, 600]) {
        const { facts, samples, registerAt } = twoStreams(clockSeconds, intervalSeconds, bootedAt);
        const stop = stopAt([3605, registerAt(3605)]);
        expect(energyOf(START_AT_NOTHING, samples, facts, stop)).toEqual({
          energyWh: registerAt(3605),
          doubtedWh: 0,
          suspect: false,
        });
        expect(energyOf(START_AT_NOTHING, samples, facts)).toMatchObject({
          energyWh: registerAt(3600),
          suspect: false,
        });
        expect(deliveredOf(START_AT_NOTHING, samples, facts)).toMatchObject({ energyWh: registerAt(3600) });
      }
    },
  );

  test('counts on when a register that began at nothing begins there again after a boot', () => {
    const samples = readings([
      [30, 900],
      [60, 10],
      [90, 700],
    ]);
    const facts = { ratedW: RATED_W, restartedAt: at(45) };
    expect(energyOf(START_AT_NOTHING, samples, facts)).toEqual({ energyWh: 900 + 690, doubtedWh: 0, suspect: false });
  });

  test('is the less, and the rest in doubt, where a boot was told of and the two registers fit without a restart', () => {
    const samples = readings([
      [30, 900],
      [60, 10],
      [90, 700],
    ]);
    const facts = { ratedW: RATED_W, restartedAt: at(45) };
    const bill = energyOf(START_AT_NOTHING, samples, facts, stopAt([100, 800]));
    expect(bill).toEqual({ energyWh: 800, doubtedWh: 900 + 790 - 800, suspect: true });
  });

  test('stays with a register that restarted at a boot when one reading is stamped too early', () => {
    const told: Told[] = [
      [30, 100_300],
      [60, 200],
      [90, 600],
      [7200, 100_700],
      [7210, 100_650],
      [7220, 100_800],
    ];
    const expected = { energyWh: 300 + 100_800, doubtedWh: 0, suspect: false };
    expect(booted(45, told)).toEqual(expected);
    expect(booted(45, told, [7230, 100_800])).toEqual(expected);
  });

  test('goes back to a register that outlived a boot after which it read nothing for a while', () => {
    const told: Told[] = [
      [30, 100_900],
      [60, 0],
      [70, 0],
      [80, 101_200],
      [90, 101_300],
    ];
    expect(booted(45, told)).toEqual({ energyWh: 1300, doubtedWh: 0, suspect: false });
  });

  test('counts on when two readings below the start say that the register restarted, but not what lies in the jump', () => {
    const told: Told[] = [
      [30, 100_900],
      [60, 400],
      [90, 1_100],
    ];
    const counted = { energyWh: 900 + 700, doubtedWh: 400, suspect: true };
    expect(metered(...told)).toEqual(counted);
    expect(stopped(told, [91, 1_100])).toEqual(counted);
    expect(stopped(told.slice(0, 2), [90, 1_100])).toEqual(counted);
  });

  test.each([
    ['the stop was caused by one', [], 'PowerLoss', { energyWh: 900 + 400, doubtedWh: 0, suspect: false }],
    ['nobody has heard of one', [], 'Local', { energyWh: 900, doubtedWh: 400, suspect: true }],
  ] as const)('with a last word below the start counts a restart only when %s', (_, more, reason, expected) => {
    expect(stopped([[30, 100_900], ...more], [60, 400], reason)).toEqual(expected);
  });

  test('is what the samples say when the last word is nothing, or in kWh by mistake', () => {
    expect(stopped([[30, 100_900]], [60, 0])).toEqual({ energyWh: 900, doubtedWh: 0, suspect: true });
    expect(stopped([[30, 100_900]], [60, 101])).toEqual({ energyWh: 900, doubtedWh: 101, suspect: true });
    expect(stopped([], [60, 0])).toEqual({ energyWh: 0, doubtedWh: 0, suspect: true });
  });

  test.each([
    ['nothing', 0, 0],
    ['nothing', 1000, 0],
    ['kWh by mistake', 0, 5],
    ['kWh by mistake', 1000, 6],
  ])('is what the samples say when the last word is %s and the charge began at %i', (_, registerWh, stopWh) => {
    const start = { at: START.at, registerWh };
    const samples = readings([
      [60, registerWh + 2500],
      [150, registerWh + 5000],
    ]);
    const bill = energyOf(start, samples, FACTS, stopAt([160, stopWh]));
    expect(bill).toEqual({ energyWh: 5000, doubtedWh: registerWh > 0 ? stopWh : 0, suspect: true });
  });

  test('counts nothing for a register that jumps to something that no restart explains', () => {
    const told: Told[] = [
      [30, 100_900],
      [60, 50_000],
      [90, 50_600],
    ];
    expect(metered(...told)).toEqual({ energyWh: 900 + 600, doubtedWh: 0, suspect: true });
  });

  test('leaves out a reading that contradicts those before and after it, be it too low or too high', () => {
    expect(metered([30, 100_900], [60, 400], [90, 101_800])).toMatchObject({ energyWh: 1800, suspect: false });
    expect(metered([30, 100_900], [60, 900_000], [90, 101_800])).toMatchObject({ energyWh: 1800, suspect: false });
  });

  test('goes back to the register before two readings that were too low', () => {
    expect(metered([30, 100_900], [60, 400], [61, 410], [62, 101_300])).toMatchObject({ energyWh: 1300 });
    expect(stopped([[30, 100_900] as Told, [60, 400], [61, 410]], [62, 101_300])).toMatchObject({ energyWh: 1300 });
  });

  test('is the less of the two where it may have restarted or not, and the more is in doubt', () => {
    const told: Told[] = [
      [30, 101_000],
      [60, 400],
      [90, 410],
    ];
    expect(stopped(told, [7200, 101_300])).toEqual({ energyWh: 1300, doubtedWh: 1000 + 100_900 - 1300, suspect: true });
  });

  test('takes one reading of nothing for no restart because a next one is lower than one that was stamped too early', () => {
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
    expect(energyOf(START, samples, facts)).toEqual({ energyWh: 4150, doubtedWh: 0, suspect: false });
  });

  test('is the less of the two without a last word too, as it is on the screen', () => {
    const start = { at: START.at, registerWh: 1000 };
    const samples = readings([
      [5, 0],
      [10, 0],
      [70, 1070],
      [130, 1130],
    ]);
    const inDoubt = { energyWh: 130, doubtedWh: 1000, suspect: true };
    expect(energyOf(start, samples, FACTS)).toEqual(inDoubt);
    expect(energyOf(start, samples, FACTS, stopAt([140, 1140]))).toEqual({ ...inDoubt, energyWh: 140 });
    expect(deliveredOf(start, samples, FACTS)).toMatchObject({ energyWh: 130, suspect: true });
  });

  test('leaves out a jump at the first sample, from a start that was told of another register', () => {
    const told: Told[] = [
      [60, 8_000_000],
      [120, 8_000_300],
      [180, 8_000_600],
    ];
    expect(metered(...told)).toEqual({ energyWh: 600, doubtedWh: 7_900_000, suspect: true });
    expect(stopped(told, [200, 8_000_700])).toEqual({ energyWh: 700, doubtedWh: 7_900_000, suspect: true });
  });

  test('is what the last word says, and the rest in doubt, when the samples say more', () => {
    expect(stopped([[60, 102_000]], [61, 100_400])).toEqual({ energyWh: 400, doubtedWh: 1600, suspect: true });
    expect(stopped([[60, 102_001]], [61, 102_000])).toEqual({ energyWh: 2000, doubtedWh: 0, suspect: false });
  });

  test('is no more than rated power explains since the start, however many readings claim it', () => {
    const thousands = Array.from({ length: 4000 }, (_, place) =>
      reading([1 + place / 1000, START.registerWh + (place + 1) * 136], 5),
    );
    const most = (seconds: number) => Math.floor((RATED_W * seconds * 1.1) / 3600) + 100;
    const stop = { ...stopAt([5, START.registerWh + 544_000]), receivedAt: at(5) };
    expect(energyOf(START, thousands, FACTS, stop).energyWh).toBeLessThanOrEqual(most(5));
    expect(deliveredOf(START, thousands, FACTS).energyWh).toBeLessThanOrEqual(most(5));
    expect(stopped([], [30, 9_000_000])).toEqual({
      energyWh: most(30),
      doubtedWh: 9_000_000 - START.registerWh - most(30),
      suspect: true,
    });
  });

  test('of a connector whose power nobody knows is held to what the strongest one delivers', () => {
    const unrated = { ratedW: 0, restartedAt: null };
    expect(energyOf(START, [], unrated, stopAt([3600, 150_000])).energyWh).toBe(50_000);
    expect(energyOf(START, [], unrated, stopAt([36, 9_000_000])).energyWh).toBe(5600);
  });
});

describe('the bill', () => {
  test('goes beyond what was bought by 2 % or 50 Wh, the larger of the two', () => {
    expect(billableWh(999, 1000)).toBe(999);
    expect(billableWh(544_000, 1000)).toBe(1050);
    expect(billableWh(544_000, 40_000)).toBe(40_800);
  });
});

/** Charges as they may come: mostly plausible steps, now and then any number, any time, any order, with repeats. */
const anyReading = fc.record({
  seconds: fc.oneof(fc.nat(400), fc.integer({ min: -100, max: 100_000 })),
  lateSeconds: fc.oneof(fc.constant(0), fc.nat(4000)),
  registerWh: fc.oneof(
    fc.nat(4000).map((wh) => START.registerWh + wh),
    fc.nat(2000),
    fc.constantFrom(0, 1e12, START.registerWh - 1, START.registerWh),
    fc.nat(1_000_000),
  ),
  context: fc.constantFrom('Sample.Periodic', 'Sample.Clock', 'Transaction.End'),
});
const anyReadings = fc.array(anyReading, { maxLength: 60 }).map((all) =>
  all.map(({ seconds, lateSeconds, ...rest }) => ({
    ...rest,
    at: at(seconds),
    receivedAt: at(seconds + lateSeconds),
  })),
);
const anyStop = fc.option(
  fc.record({
    seconds: fc.oneof(fc.nat(400), fc.nat(100_000)),
    registerWh: fc.oneof(
      fc.nat(4000).map((wh) => START.registerWh + wh),
      fc.nat(1_000_000),
      fc.constant(1e12),
    ),
    reason: fc.constantFrom('Local', 'Remote', 'PowerLoss', 'Reboot'),
  }),
  { nil: undefined },
);
const anyFacts = fc.record({
  ratedW: fc.constantFrom(0, 3300, 22_000, 240_000),
  restartedAt: fc.option(fc.nat(500).map(at), { nil: null }),
});

describe('for no sequence of readings', () => {
  test('is more billed than was bought and a little, or than rated power explains, or less than nothing', () => {
    fc.assert(
      fc.property(anyReadings, anyStop, anyFacts, fc.integer({ min: 10, max: 40_000 }), (all, last, facts, limitWh) => {
        const stop = last && stopAt([last.seconds, last.registerWh], last.reason);
        const { energyWh, doubtedWh } = energyOf(START, all, facts, stop);
        const ends = [
          ...all.flatMap((one) => (stop ? [one.at] : [one.at, one.receivedAt])),
          ...(stop ? [stop.at] : []),
        ];
        const seconds = Math.max(0, ...ends.map((end) => (end.getTime() - START.at.getTime()) / 1000));
        const mostWh = ((facts.ratedW || 500_000) * seconds * 1.1) / 3600 + 100;
        const billedWh = billableWh(energyWh, limitWh);
        expect(Number.isInteger(energyWh) && Number.isInteger(doubtedWh)).toBe(true);
        expect(energyWh).toBeLessThanOrEqual(mostWh);
        expect(billedWh).toBeLessThanOrEqual(limitWh + Math.max(50, limitWh / 50));
        expect(Math.min(energyWh, doubtedWh, billedWh)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 1000 },
    );
  });

  test('does the running figure differ from the one counted anew from what is stored', () => {
    fc.assert(
      fc.property(anyReadings, anyFacts, (arriving, facts) => {
        let live = delivering(START.registerWh, START.at);
        // The database keeps the first reading of a time and context.
        const stored = new Map<string, ReadingOfRegister>();
        for (const one of arriving) {
          const key = `${one.at.getTime()} ${one.context}`;
          if (!stored.has(key)) stored.set(key, one);
          live = addReading(live, one, facts);
          const anew = deliveredOf(START, [...stored.values()], facts);
          if (live.isBehind) live = anew;
          const { energyWh, registerWh, at: sampledAt, suspect } = live;
          expect({ energyWh, registerWh, at: sampledAt, suspect }).toEqual({
            energyWh: anew.energyWh,
            registerWh: anew.registerWh,
            at: anew.at,
            suspect: anew.suspect,
          });
        }
        const bill = energyOf(START, [...stored.values()], facts);
        expect(bill.energyWh).toBe(live.energyWh);
      }),
      { numRuns: 1000 },
    );
  });

  test('does the order of arrival matter to the bill', () => {
    fc.assert(
      fc.property(anyReadings, anyStop, anyFacts, fc.infiniteStream(fc.nat()), (all, last, facts, order) => {
        const stop = last && stopAt([last.seconds, last.registerWh], last.reason);
        const shuffled = all
          .map((one) => ({ one, key: order.next().value }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ one }) => one);
        expect(energyOf(START, shuffled, facts, stop)).toEqual(energyOf(START, all, facts, stop));
      }),
    );
  });
});

test('an honest meter is billed to the Wh, whichever of its samples are lost, late or stamped at random within their minute', () => {
  const steps = fc.array(fc.record({ watts: fc.nat(RATED_W), lost: fc.boolean(), late: fc.nat(59) }), {
    minLength: 1,
    maxLength: 60,
  });
  fc.assert(
    fc.property(steps, (minutes) => {
      let registerWh = START.registerWh;
      const samples: ReadingOfRegister[] = [];
      for (const [place, { watts, lost, late }] of minutes.entries()) {
        registerWh += Math.floor(watts / 60);
        const heard = (place + 1) * 60;
        if (!lost) samples.push(reading([heard - late, registerWh], heard));
      }
      const stop = stopAt([minutes.length * 60, registerWh]);
      expect(energyOf(START, samples, FACTS, stop)).toMatchObject({
        energyWh: registerWh - START.registerWh,
        doubtedWh: 0,
      });
      // While it runs, the figure is at most one sample behind.
      const toldWh = (samples.at(-2)?.registerWh ?? START.registerWh) - START.registerWh;
      expect(deliveredOf(START, samples, FACTS).energyWh).toBeGreaterThanOrEqual(toldWh);
    }),
  );
});
