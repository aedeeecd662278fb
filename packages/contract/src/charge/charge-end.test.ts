import { describe, expect, test } from 'vitest';
import { type Bought, chargeEndOf, type Reading } from './charge-end.ts';
import { minutesFor, type PluggedCar } from './charge-time.ts';

/** The example of the drawings: a battery of 45 kWh that charges from 34 to 80 %. */
const reading: Reading = { soc: 62, unit: 13.26, power_output: 41.8 };
const to80: Bought = { units_bought: 21.79, target_soc: 80, battery_capacity: 45 };
const units: Bought = { units_bought: 18 };

describe('the end of the purchase', () => {
  test.each<[string, Partial<Reading>, Bought, number | undefined, object | undefined]>([
    ['is the percentage that was chosen', {}, to80, 34, { percent: 80, leftWh: 8530, minutes: 13, soc: 80 }],
    [
      'is the percentage that was chosen, sooner where the battery was fuller than said',
      { soc: 70, unit: 4 },
      to80,
      60,
      { percent: 80, leftWh: 4740, minutes: 7 },
    ],
    [
      'is the units where they do not reach so far',
      { soc: 40, unit: 13.26 },
      to80,
      10,
      { percent: undefined, leftWh: 8530, soc: 40 + 8530 / 474 },
    ],
    [
      'is the units where none was chosen',
      { soc: null, unit: 6, power_output: 7.2 },
      units,
      undefined,
      { minutes: 100 },
    ],
    [
      'is the units of a car that does not tell its battery',
      { soc: null },
      to80,
      34,
      { percent: undefined, soc: undefined },
    ],
    [
      'is a full battery where more was bought than it holds',
      { soc: 34, unit: 0.03, power_output: 24 },
      { units_bought: 30, battery_capacity: 30.2, connector_type: 'CCS2', connector_power: 30 },
      34,
      { percent: 100, leftWh: 20_988, soc: 100 },
    ],
    [
      'is the units where they fill the battery but for what a percent may be rounded',
      { soc: 60, unit: 0 },
      { units_bought: 19.5, battery_capacity: 45 },
      60,
      { percent: undefined, leftWh: 19_500, soc: 100 },
    ],
    ['is now where more has flowed', { soc: null, unit: 19 }, units, undefined, { leftWh: 0, minutes: 0 }],
    ['has no time while power is not known', { power_output: null }, to80, 34, { percent: 80, minutes: undefined }],
    ['has no time while hardly anything flows', { power_output: 0.05 }, to80, 34, { minutes: undefined }],
    ['is not known where nobody knows what was bought', {}, {}, 34, undefined],
  ])('%s', (_, changes, bought, socAtStart, expected) => {
    const end = chargeEndOf({ ...reading, ...changes }, bought, socAtStart);
    if (expected === undefined) expect(end).toBeUndefined();
    else expect(end).toMatchObject(expected);
  });

  test.each<[Partial<Reading>, number | undefined, number | undefined]>([
    [{ unit: 10, soc: 50 }, 30, 70],
    [{ unit: 10, soc: 80 }, 30, 100],
    [{ unit: 25, soc: 60 }, 30, 60],
    [{ unit: 0.1, soc: 31 }, 30, undefined],
    [{ unit: 10, soc: null }, 30, undefined],
    [{ unit: 10, soc: 50 }, undefined, undefined],
  ])('leaves a battery of unknown size at the level that the units so far lead to', (changes, socAtStart, soc) => {
    expect(chargeEndOf({ ...reading, ...changes }, { units_bought: 20 }, socAtStart)?.soc).toBe(soc);
  });
});

describe('the time that is left', () => {
  /** 40 % of 45 kWh, with 1 % to spare, at 180 kW, of which the car takes 60. */
  const car: PluggedCar = { current: 'DC', connectorW: 180_000, carW: 60_000, batteryWh: 45_000, soc: 40 };
  const chosen: Bought = {
    units_bought: 19.42,
    target_soc: 80,
    battery_capacity: 45,
    connector_type: 'CCS2',
    connector_power: 180,
    car_power: 60,
  };
  const onSheet = minutesFor(18_950, car) ?? 0;
  const leftAt = (changes: Partial<Reading>, bought = chosen) =>
    chargeEndOf({ soc: null, unit: 0, power_output: null, ...changes }, bought, undefined)?.minutes;
  /** The reading of a car that takes this power from the start, except for the first seconds. */
  const after = (minutes: number, powerKw: number): Partial<Reading> => ({
    soc: 40 + ((minutes / 60) * powerKw * 95) / 45,
    unit: (minutes / 60) * powerKw,
    power_output: powerKw,
  });

  test('is as on the sheet before the first reading, and while power still rises', () => {
    expect([onSheet, leftAt({}), leftAt({ power_output: 0 })]).toEqual([24, 24, 24]);
    expect(leftAt({ soc: 40, unit: 0.03, power_output: 37.6 })).toBe(24);
  });

  test.each([60, 48, 30])('follows the actual power without a jump if that is %d kW', (powerKw) => {
    const told = Array.from({ length: 18 }, (_, minute) => leftAt(after(minute, powerKw)) ?? Infinity);
    const truly = told.map((_, minute) => 18.95 / (powerKw / 60) - minute);
    for (const [minute, minutes] of told.entries()) {
      expect(Math.abs(minutes - (told[minute - 1] ?? onSheet))).toBeLessThanOrEqual(2);
      if ((minute / 60) * powerKw >= 8) expect(Math.abs(minutes - (truly[minute] ?? 0))).toBeLessThanOrEqual(1.5);
    }
  });

  test('above 80 % is that of a car that slows down, however fast it still charges', () => {
    const toFull = { ...chosen, units_bought: 28.42, target_soc: 100 };
    const [before, beyond] = [79.5, 80.5].map((soc) => leftAt({ soc, unit: 18.8, power_output: 60 }, toFull) ?? 0);
    expect((before ?? 0) - (beyond ?? 0)).toBeLessThan(3);
    expect(beyond).toBeGreaterThan(25);
  });

  test('of a car with unknown power follows its measured power, above 80 % too', () => {
    const { car_power: _, ...unknown } = chosen;
    const toFull = { ...unknown, units_bought: 28.42, target_soc: 100 };
    // 2.37 kWh at 120 kW, then 9.47 kWh at a third of the 150 kW that such a car takes at most.
    expect(leftAt({ soc: 75, unit: 16.65, power_output: 120 }, toFull)).toBe(12);
  });

  test('ends when the battery is full, however much was bought', () => {
    const more = { ...chosen, units_bought: 40, target_soc: undefined };
    expect(leftAt({ soc: 90, unit: 20, power_output: 20 }, more)).toBe(14);
  });

  test('uses the present power if the connector’s is unknown, and is unknown while nothing flows', () => {
    const { connector_power: _, ...unknown } = chosen;
    expect(leftAt({ soc: 40, unit: 1, power_output: 30 }, unknown)).toBe(37);
    expect(leftAt({ soc: 40 }, unknown)).toBeUndefined();
    expect(leftAt({ soc: 50, unit: 5, power_output: 0 })).toBeUndefined();
  });

  test('with AC has constant power, as known on the sheet', () => {
    const atHome = { units_bought: 7.2, connector_type: 'Type 2', connector_power: 7.4, car_power: 7.2 };
    expect(leftAt({}, atHome)).toBe(60);
    expect(leftAt({ unit: 3.6, power_output: 3.6 }, atHome)).toBe(60);
  });
});
