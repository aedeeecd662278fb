import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { START, RATED_W, LIMITS, at, reading, stopAt } from '#testing/register-readings.ts';
import { parseCheckpoint, formatCheckpoint } from './counting-checkpoint.ts';
import {
  addReading,
  addStored,
  billableWh,
  startDelivery,
  countDelivered,
  energyOf,
  resumeDelivery,
  isUncounted,
  readingsAfter,
  type Delivered,
  type MaybeRegisterReading,
} from './energy.ts';

const RUNS = Number(process.env['ENERGY_RUNS'] ?? 1000);

/** Sessions as they may come: mostly plausible steps, now and then any number, any time, any order, with repeats. */
const anyReading = fc.record({
  seconds: fc.oneof(fc.nat(400), fc.integer({ min: -100, max: 100_000 })),
  lateSeconds: fc.oneof(fc.constant(0), fc.nat(4000)),
  registerWh: fc.oneof(
    fc.nat(4000).map((wh) => START.registerWh + wh),
    fc.nat(2000),
    fc.constantFrom(0, 1e12, START.registerWh - 1, START.registerWh),
    fc.nat(1_000_000),
  ),
  context: fc.constantFrom<string[]>('Sample.Periodic', 'Sample.Clock', 'Transaction.End'),
});
const anyReadings = fc.array(anyReading, { maxLength: 60, size: 'max' }).map((all) =>
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

const plainReading = (seconds: number, registerWh: number, context = 'Sample.Periodic') => ({
  at: at(seconds),
  receivedAt: at(seconds),
  registerWh,
  context,
});
/** The row's count ends between two readings that differ in their context alone. */
const twoContexts = [
  plainReading(1, 0),
  plainReading(1, 0, 'Sample.Clock'),
  ...Array.from({ length: 16 }, (_, index) => plainReading(index + 2, 0)),
];
/** The row's count ends with the first of three readings of one moment, which the other two follow. */
const threeOfOneMoment = [
  plainReading(1, 0),
  plainReading(1, 100_000, 'Sample.Clock'),
  plainReading(1, 100_000, 'Transaction.End'),
  ...Array.from({ length: 16 }, (_, index) => plainReading(index + 2, 0)),
];

/** After repeats, which are not stored, one comes that is earlier than the row's count and changes it. */
const lateAfterRepeats = [
  ...Array.from({ length: 3 }, () => plainReading(10, START.registerWh)),
  plainReading(20, 2 * START.registerWh),
  ...Array.from({ length: 17 }, (_, index) => plainReading(30 + 10 * index, START.registerWh)),
  plainReading(15, 2 * START.registerWh),
  plainReading(200, START.registerWh),
];

/** What a delivery says. The readings that it keeps may differ by one that repeats another of the same moment. */
const countedBy = ({ energyWh, registerWh, at: sampledAt, isSuspect, count }: Delivered) => ({
  energyWh,
  registerWh,
  sampledAt,
  isSuspect,
  count,
});

describe('whatever the sequence of readings', () => {
  test('the billed energy is never below zero, nor above the purchase with its allowance or what rated power explains [OCPP-16]', () => {
    fc.assert(
      fc.property(
        anyReadings,
        anyStop,
        anyFacts,
        fc.integer({ min: 10, max: 40_000 }),
        (all, last, facts, boughtWh) => {
          const stop = last && stopAt([last.seconds, last.registerWh], last.reason);
          const { energyWh, doubtedWh } = energyOf(START, all, facts, stop);
          const ends = [
            ...all.flatMap((one) => (stop ? [one.at] : [one.at, one.receivedAt])),
            ...(stop ? [stop.at] : []),
          ];
          const seconds = Math.max(0, ...ends.map((end) => (end.getTime() - START.at.getTime()) / 1000));
          const maxWh = ((facts.ratedW || 500_000) * seconds * 1.1) / 3600 + 100;
          const billedWh = billableWh(energyWh, boughtWh);
          expect(Number.isInteger(energyWh) && Number.isInteger(doubtedWh)).toBe(true);
          expect(energyWh).toBeLessThanOrEqual(maxWh);
          expect(billedWh).toBeLessThanOrEqual(boughtWh + Math.max(50, boughtWh / 50));
          expect(Math.min(energyWh, doubtedWh, billedWh)).toBeGreaterThanOrEqual(0);
        },
      ),
      { numRuns: RUNS },
    );
  });

  test('the running figure equals the one counted from the stored samples', () => {
    fc.assert(
      fc.property(anyReadings, anyFacts, (arriving, facts) => {
        let live = startDelivery(START.registerWh, START.at);
        // The database keeps the first reading of a time and context.
        const stored = new Map<string, MaybeRegisterReading>();
        for (const one of arriving) {
          const key = `${one.at.getTime()} ${one.context}`;
          if (!stored.has(key)) stored.set(key, one);
          live = addReading(live, one, facts);
          const anew = countDelivered(START, [...stored.values()], facts);
          if (live.needsRecount) live = anew;
          const { energyWh, registerWh, at: sampledAt, isSuspect } = live;
          expect({ energyWh, registerWh, at: sampledAt, isSuspect }).toEqual({
            energyWh: anew.energyWh,
            registerWh: anew.registerWh,
            at: anew.at,
            isSuspect: anew.isSuspect,
          });
        }
        const bill = energyOf(START, [...stored.values()], facts);
        expect(bill.energyWh).toBe(live.energyWh);
      }),
      { numRuns: RUNS },
    );
  });

  test('a restarted server counts from the session’s row exactly as one that never stopped', () => {
    fc.assert(
      fc.property(anyReadings, anyFacts, fc.nat(60), fc.nat(60), (arriving, facts, written, restarted) => {
        let live = startDelivery(START.registerWh, START.at);
        let row = formatCheckpoint({ kept: 0, countBefore: live.countBefore });
        const stored = new Map<string, MaybeRegisterReading>();
        const take = (one: MaybeRegisterReading) => {
          const key = `${one.at.getTime()} ${one.context}`;
          if (!stored.has(key)) stored.set(key, one);
          live = addReading(live, one, facts);
          if (live.needsRecount) live = countDelivered(START, [...stored.values()], facts);
        };
        for (const [index, one] of arriving.entries()) {
          if (index === restarted) {
            const { kept, countBefore } = parseCheckpoint(row, START);
            // One that came so late that it was counted anew, when the row had been written, is seen at the end.
            const isSettled = [...stored.values()].slice(kept).some((other) => !isUncounted(countBefore, other));
            const resumed = readingsAfter(countBefore, [...stored.values()]).reduce(
              (soFar, other) => addStored(soFar, other, facts),
              resumeDelivery(countBefore, facts),
            );
            if (!isSettled) expect(countedBy(resumed)).toEqual(countedBy(live));
            live = isSettled ? live : resumed;
          }
          take(one);
          // The row may stand behind the samples by as many as come while it is written.
          if (index <= written) row = formatCheckpoint({ kept: stored.size, countBefore: live.countBefore });
        }
        expect(energyOf(START, [...stored.values()], facts).energyWh).toBe(live.energyWh);
      }),
      {
        numRuns: RUNS / 4,
        examples: [
          [threeOfOneMoment, { ratedW: 0, restartedAt: null }, 16, 17],
          [twoContexts, { ratedW: 0, restartedAt: null }, 16, 17],
          [lateAfterRepeats, { ratedW: 0, restartedAt: null }, 20, 22],
        ],
      },
    );
  });

  test('the order of arrival does not change the bill', () => {
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

test('a correct meter is billed to the Wh, even if samples are lost, late or stamped at random within their minute', () => {
  const steps = fc.array(fc.record({ watts: fc.nat(RATED_W), lost: fc.boolean(), late: fc.nat(59) }), {
    minLength: 1,
    maxLength: 60,
    size: 'max',
  });
  fc.assert(
    fc.property(steps, (minutes) => {
      let registerWh = START.registerWh;
      const samples: MaybeRegisterReading[] = [];
      for (const [index, { watts, lost, late }] of minutes.entries()) {
        registerWh += Math.floor(watts / 60);
        const heard = (index + 1) * 60;
        if (!lost) samples.push(reading([heard - late, registerWh], heard));
      }
      const stop = stopAt([minutes.length * 60, registerWh]);
      expect(energyOf(START, samples, LIMITS, stop)).toMatchObject({
        energyWh: registerWh - START.registerWh,
        doubtedWh: 0,
      });
      // While it runs, the figure is at most one sample behind.
      const toldWh = (samples.at(-2)?.registerWh ?? START.registerWh) - START.registerWh;
      expect(countDelivered(START, samples, LIMITS).energyWh).toBeGreaterThanOrEqual(toldWh);
    }),
  );
});
