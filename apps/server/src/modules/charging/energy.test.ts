import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { energyOf } from './energy.ts';

const START = { at: new Date('2026-11-20T08:00:00Z'), registerWh: 100_000 };
const RATED_W = 120_000;
const at = (seconds: number) => new Date(START.at.getTime() + seconds * 1000);
const energy = (...readings: [seconds: number, registerWh: number][]) =>
  energyOf(
    START,
    readings.map(([seconds, registerWh]) => ({ at: at(seconds), registerWh })),
    RATED_W,
  );

describe('the energy of a charge', () => {
  test('is the difference of the registers when nothing went wrong', () => {
    expect(energy([10, 100_200], [20, 100_500], [60, 101_950])).toMatchObject({ energyWh: 1950, suspect: false });
  });

  test('does not depend on the order in which samples arrived', () => {
    const rise = fc.array(fc.record({ seconds: fc.integer({ min: 1, max: 600 }), stepWh: fc.nat(300) }), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(rise, fc.infiniteStream(fc.nat()), (steps, order) => {
        let seconds = 0;
        let registerWh = START.registerWh;
        const readings = steps.map((step) => ({
          at: at((seconds += step.seconds)),
          registerWh: (registerWh += step.stepWh),
        }));
        const shuffled = readings
          .map((reading) => ({ reading, key: order.next().value }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ reading }) => reading);
        expect(energyOf(START, shuffled, RATED_W)).toEqual(energyOf(START, readings, RATED_W));
      }),
    );
  });

  test('counts on when the register restarts at zero after a reboot', () => {
    expect(energy([30, 100_900], [60, 400], [90, 1_100])).toMatchObject({ energyWh: 900 + 400 + 700, suspect: true });
  });

  test('counts nothing for a register that jumps back to something no restart explains', () => {
    expect(energy([30, 100_900], [60, 50_000], [90, 50_600])).toMatchObject({ energyWh: 900 + 0 + 600, suspect: true });
  });

  test('never bills more than rated power could have delivered', () => {
    const { energyWh, suspect } = energy([30, 9_000_000]);
    expect(energyWh).toBeLessThanOrEqual(Math.ceil((RATED_W * 31 * 1.1) / 3600) + 100);
    expect(suspect).toBe(true);
  });

  test('is never negative and never falls as samples are added', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(4000), fc.nat(1_000_000)), { maxLength: 30 }), (readings) => {
        const sorted = readings.toSorted((a, b) => a[0] - b[0]);
        let last = 0;
        for (let count = 0; count <= sorted.length; count += 1) {
          const { energyWh } = energy(...sorted.slice(0, count));
          expect(energyWh).toBeGreaterThanOrEqual(last);
          last = energyWh;
        }
      }),
    );
  });
});
