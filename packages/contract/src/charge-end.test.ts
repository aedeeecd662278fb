import { describe, expect, test } from 'vitest';
import { type Bought, endOf, type Reading } from './charge-end.ts';

/** The story of the drawings: a battery of 45 kWh on its way from 34 to 80 %. */
const reading: Reading = { soc: 62, unit: 13.26, power_output: 41.8 };
const to80: Bought = { units_bought: 21.79, target_soc: 80, battery_capacity: 45 };
const units: Bought = { units_bought: 18 };

describe('the end of what was bought', () => {
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
    ['is now where more has flowed', { soc: null, unit: 19 }, units, undefined, { leftWh: 0, minutes: 0 }],
    ['has no time while power is not known', { power_output: null }, to80, 34, { percent: 80, minutes: undefined }],
    ['has no time while hardly anything flows', { power_output: 0.05 }, to80, 34, { minutes: undefined }],
    ['is not known where nobody knows what was bought', {}, {}, 34, undefined],
  ])('%s', (_, changes, bought, socAtStart, expected) => {
    const end = endOf({ ...reading, ...changes }, bought, socAtStart);
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
  ])('leaves a battery of unknown size at what the units so far lead to', (changes, socAtStart, soc) => {
    expect(endOf({ ...reading, ...changes }, { units_bought: 20 }, socAtStart)?.soc).toBe(soc);
  });
});
