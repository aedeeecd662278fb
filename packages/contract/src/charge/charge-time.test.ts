import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  assumedPower,
  meterWh,
  minutesFor,
  percentOf,
  socAfter,
  type PluggedCar,
  whToFull,
  whInMinutes,
} from './charge-time.ts';

/** A car with 45 kWh and 60 kW at a charger with 120 kW, the battery at 34 %. */
const nexon: PluggedCar = { current: 'DC', connectorW: 120_000, carW: 60_000, batteryWh: 45_000, soc: 34 };
const atHome: PluggedCar = { ...nexon, current: 'AC', connectorW: 7_400, carW: 7_200 };
/** The same car, but nobody knows its power. */
const unknown: PluggedCar = { ...nexon, carW: undefined };

describe('energy', () => {
  test.each<[number, PluggedCar, number]>([
    // 46 % of 45 kWh is 20.7 kWh. The meter counts more, because 5 % is lost on DC and 10 % on AC.
    [46, nexon, 21_789],
    [46, atHome, 23_000],
    [66, nexon, 31_263],
    [0, nexon, 0],
  ])('of %d percent is what the meter will count', (percent, car, wh) => {
    expect(meterWh(percent, car)).toBe(wh);
    expect(percentOf(wh, car)).toBeCloseTo(percent, 2);
  });

  test.each<[number, PluggedCar, number | undefined]>([
    [12_000, nexon, 59.3],
    [22_730, nexon, 82],
    [40_000, nexon, 100],
    [12_000, { ...nexon, soc: undefined }, undefined],
    [12_000, { ...nexon, batteryWh: undefined }, undefined],
  ])('of %d Wh leads to the right percentage', (wh, car, soc) => {
    if (soc === undefined) expect(socAfter(wh, car)).toBeUndefined();
    else expect(socAfter(wh, car)).toBeCloseTo(soc, 0);
  });

  test('until the battery is full is the whole battery if its level is unknown', () => {
    expect(whToFull(nexon)).toBe(31_263);
    expect(whToFull({ ...nexon, soc: undefined })).toBe(47_368);
    expect(whToFull({ ...nexon, batteryWh: undefined })).toBeUndefined();
  });
});

describe('time', () => {
  test.each<[string, number, PluggedCar, number | undefined]>([
    ['at 48 of 60 kW', 12_000, nexon, 15],
    ['to 80 %', 21_789, nexon, 27],
    ['beyond 80 % at a third of the car’s power', 22_730, nexon, 30],
    ['to full', 31_263, nexon, 56],
    ['at what a small charger gives', 12_000, { ...nexon, connectorW: 30_000 }, 30],
    ['at what a small charger gives, above 80 % too', 6_000, { ...nexon, connectorW: 15_000, soc: 90 }, 30],
    ['of a car whose power nobody knows, as if it took an hour for its battery', 12_000, unknown, 20],
    ['of a large one likewise, as if it took 50 kW', 12_000, { ...unknown, batteryWh: 80_000 }, 18],
    ['of one whose battery nobody knows either', 12_000, { ...unknown, batteryWh: undefined }, 18],
    ['of a scooter at an AC socket likewise', 1_000, { ...unknown, current: 'AC', batteryWh: 3_000 }, 20],
    ['of a car at an AC charger of 22 kW likewise, as if it took 7.2 kW', 7_200, { ...unknown, current: 'AC' }, 60],
    ['of a battery whose level nobody knows', 24_000, { ...nexon, soc: undefined }, 30],
    ['at the lower of two powers of AC, flat', 7_200, atHome, 60],
    ['of next to nothing', 10, nexon, 1],
    ['of nothing', 0, nexon, 0],
    ['where nobody knows the power', 12_000, { ...nexon, connectorW: 0 }, undefined],
  ])('%s', (_, wh, car, minutes) => {
    expect(minutesFor(wh, car)).toBe(minutes);
  });

  test.each<[number, PluggedCar, number]>([
    [15, nexon, 12_000],
    [30, nexon, 22_710],
    [60, atHome, 7_200],
    [90, { ...nexon, connectorW: 0 }, 0],
  ])('of %d minutes gives energy', (minutes, car, wh) => {
    expect(whInMinutes(minutes, car)).toBe(wh);
  });

  test.each<[string, PluggedCar, number | undefined]>([
    ['is known', nexon, undefined],
    ['is assumed', unknown, 45_000],
    ['would be assumed, but the charger gives less', { ...unknown, connectorW: 30_000 }, undefined],
  ])('is estimated with a power of the car that %s', (_, car, watts) => {
    expect(assumedPower(car)).toBe(watts);
  });

  test('never falls as energy grows, and both directions agree', () => {
    const supplies = fc.record({
      current: fc.constantFrom('AC' as const, 'DC' as const),
      connectorW: fc.integer({ min: 3_000, max: 240_000 }),
      carW: fc.option(fc.integer({ min: 3_000, max: 240_000 }), { nil: undefined }),
      batteryWh: fc.option(fc.integer({ min: 2_000, max: 100_000 }), { nil: undefined }),
      soc: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(supplies, fc.nat(40_000), fc.nat(40_000), (car, a, b) => {
        const [less, more] = [minutesFor(Math.min(a, b), car) ?? 0, minutesFor(Math.max(a, b), car) ?? 0];
        expect(less).toBeLessThanOrEqual(more);
        expect(Math.abs((minutesFor(whInMinutes(less, car), car) ?? 0) - less)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
