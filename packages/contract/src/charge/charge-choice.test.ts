import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  balanceBeforeTax,
  type ChargeMode,
  estimate,
  isBalanceEnough,
  isModeAvailable,
  missingPaise,
  type EstimateFacts,
  quickChoices,
  sliderFor,
  snapToStep,
  moveBySteps,
} from './charge-choice.ts';
import { socBefore } from './charge-time.ts';

/** ₹500 in the wallet, ₹15 a unit, and nothing is known about the car. */
const facts: EstimateFacts = { pricePaisePerKwh: 1500, freePaise: 50_000, car: { current: 'AC', connectorW: 7_200 } };
/** The example of the drawings: a car with 45 kWh and 60 kW at 34 %, ₹22 a unit, ₹1,270.50 in the wallet. */
const nexon: EstimateFacts = {
  pricePaisePerKwh: 2200,
  freePaise: 127_050,
  car: { current: 'DC', connectorW: 120_000, carW: 60_000, batteryWh: 45_000, soc: 34 },
};
const rich: EstimateFacts = { ...facts, freePaise: 10_000_000 };
const MODES: ChargeMode[] = ['units', 'amount', 'time', 'percentage'];

describe('a choice of what to buy', () => {
  test('of 10 units at ₹15 costs 150 + 27 = ₹177, and is sent as units [SHEET-7, SHEET-8, SHEET-15]', () => {
    expect(estimate('units', 10_000, facts)).toMatchObject({
      wh: 10_000,
      taxablePaise: 15_000,
      gstPaise: 2700,
      totalPaise: 17_700,
    });
  });

  test('of ₹100 is ₹118 with tax and 6.67 units at ₹15 [SHEET-7, SHEET-8, SHEET-15]', () => {
    expect(estimate('amount', 10_000, facts)).toMatchObject({ wh: 6670, taxablePaise: 10_000, totalPaise: 11_800 });
  });

  test.each<[ChargeMode, number, Partial<ReturnType<typeof estimate>>]>([
    ['units', 12_000, { wh: 12_000, totalPaise: 31_152, minutes: 15 }],
    ['amount', 50_000, { wh: 22_730, totalPaise: 59_000, minutes: 30 }],
    ['time', 30, { wh: 22_710, totalPaise: 58_956, minutes: 30 }],
    ['percentage', 80, { wh: 22_260, totalPaise: 57_786, minutes: 27 }],
  ])(
    'in %s is shown in units, rupees with GST and minutes, by the car’s own power and battery [SHEET-18]',
    (mode, value, expected) => {
      expect(estimate(mode, value, nexon)).toMatchObject({ ...expected, isAffordable: true });
    },
  );

  test('of a percentage charges until the battery has that percentage [SHEET-18]', () => {
    expect(estimate('percentage', 80, nexon).soc).toBeCloseTo(80, 1);
    // The purchase includes some spare energy, so that the percentage ends the charge. `minutes` and `soc` leave the
    // spare energy out.
    expect(socBefore(80, estimate('percentage', 80, nexon).wh, nexon.car)).toBeCloseTo(34, 1);
    expect(estimate('percentage', 100, nexon)).toMatchObject({ wh: 31_260 });
    expect(estimate('percentage', 34, nexon)).toMatchObject({ wh: 0, minutes: 0 });
    expect(estimate('percentage', 20, nexon).wh).toBe(0);
  });

  test('is never more than 40 units, nor more than the battery holds [SHEET-5, SHEET-18]', () => {
    expect(estimate('time', 720, rich)).toMatchObject({ wh: 40_000, taxablePaise: 60_000 });
    expect(estimate('amount', 90_000, rich)).toMatchObject({ wh: 40_000, taxablePaise: 60_000 });
    expect(estimate('units', 40_000, { ...nexon, freePaise: 10_000_000 })).toMatchObject({ wh: 31_260, minutes: 56 });
  });

  test('above the raw balance cannot be paid; one equal to it can [SHEET-21]', () => {
    expect(estimate('units', 10_000, { ...facts, freePaise: 17_699 }).isAffordable).toBe(false);
    expect(estimate('units', 10_000, { ...facts, freePaise: 17_700 }).isAffordable).toBe(true);
  });
});

describe('the slider', () => {
  test.each([
    [50_000, 42_350],
    [10_000, 8470],
    [5900, 4997],
    [124_000, 105_028],
  ])('shows a balance of %d paise as %d before tax [SHEET-9, CONST-6]', (paise, shown) => {
    expect(balanceBeforeTax(paise)).toBe(shown);
  });

  test.each([
    [0, false],
    [5000, false],
    [5001, true],
  ])('a balance of %d paise is enough to charge: %s [STATION-19, SHEET-19, CONST-5]', (paise, expected) => {
    expect(isBalanceEnough(paise)).toBe(expected);
  });

  test('of units, time and percentage ends at 40, 12 hours and 100, and of the amount at the balance before tax [SHEET-5, SHEET-6, CONST-7]', () => {
    expect(MODES.map((mode) => sliderFor(mode, facts).end)).toEqual([40_000, 42_350, 720, 100]);
  });

  test.each<[string, ChargeMode, EstimateFacts, object]>([
    ['the wallet', 'units', facts, { max: 28_240, bound: 'wallet' }],
    ['the wallet', 'time', facts, { max: 235, bound: 'wallet' }],
    ['the battery', 'units', nexon, { max: 31_260, bound: 'battery' }],
    ['the battery', 'time', nexon, { max: 56, bound: 'battery' }],
    ['the battery', 'amount', nexon, { max: 68_772, bound: 'battery' }],
    ['the battery', 'percentage', nexon, { above: 34, max: 100, bound: 'battery' }],
    ['the wallet', 'percentage', { ...nexon, freePaise: 30_000 }, { above: 34, max: 57, bound: 'wallet' }],
    ['its own scale', 'amount', facts, { max: 42_350, bound: undefined }],
    ['40 units', 'amount', rich, { max: 60_000, bound: 'units' }],
    ['40 units', 'time', rich, { max: 333, bound: 'units' }],
  ])('ends its choice where %s does', (_, mode, facts, expected) => {
    expect(sliderFor(mode, facts)).toMatchObject(expected);
  });

  test('is not limited by the wallet of a driver who has too little for any charge', () => {
    expect(sliderFor('percentage', { ...nexon, freePaise: 3820 })).toMatchObject({ max: 100, bound: 'battery' });
  });

  test('reaches the end of the amount, which is never refused, although it is between two steps [SHEET-6]', () => {
    const slider = sliderFor('amount', facts);
    expect([0, 11_700, 41_900, 42_200, 42_350].map((value) => snapToStep(value, slider))).toEqual([
      0, 12_000, 42_000, 42_350, 42_350,
    ]);
    expect(estimate('amount', slider.max, { ...facts, pricePaisePerKwh: 2300 }).isAffordable).toBe(true);
  });

  test('keeps its thumb out of what cannot be reached, and skips it', () => {
    const percent = sliderFor('percentage', { ...nexon, freePaise: 30_000 });
    expect([0, 10, 34, 35, 57, 90].map((value) => snapToStep(value, percent))).toEqual([0, 35, 35, 35, 57, 57]);
    expect([moveBySteps(0, 1, percent), moveBySteps(35, -1, percent), moveBySteps(57, 1, percent)]).toEqual([
      35, 0, 57,
    ]);
    const units = sliderFor('units', nexon);
    expect([moveBySteps(31_000, 1, units), moveBySteps(31_260, 1, units), moveBySteps(31_260, -1, units)]).toEqual([
      31_260, 31_260, 31_000,
    ]);
  });

  test('never leads to a refused choice, wherever its thumb is', () => {
    const offers = fc.record({
      pricePaisePerKwh: fc.integer({ min: 100, max: 5000 }),
      freePaise: fc.integer({ min: 5001, max: 500_000 }),
      car: fc.record({
        current: fc.constantFrom('AC' as const, 'DC' as const),
        connectorW: fc.integer({ min: 3_000, max: 240_000 }),
        carW: fc.integer({ min: 3_000, max: 240_000 }),
        batteryWh: fc.integer({ min: 2_000, max: 100_000 }),
        soc: fc.integer({ min: 0, max: 100 }),
      }),
    });
    fc.assert(
      fc.property(offers, fc.constantFrom(...MODES), fc.double({ min: 0, max: 1, noNaN: true }), (it, mode, share) => {
        const slider = sliderFor(mode, it);
        const chosen = snapToStep(share * slider.end, slider);
        expect(chosen === 0 || (chosen > slider.above && chosen <= slider.max)).toBe(true);
        const { wh, isAffordable, soc } = estimate(mode, chosen, it);
        expect(isAffordable, JSON.stringify({ mode, chosen, wh })).toBe(true);
        expect(wh % 10).toBe(0);
        expect(soc).toBeLessThanOrEqual(100);
      }),
    );
  });
});

test('has a mode as soon as its figures are known [SHEET-2, SHEET-3, SHEET-18]', () => {
  const known = (facts: EstimateFacts) => MODES.filter((mode) => isModeAvailable(mode, facts));
  expect(known(nexon)).toEqual(MODES);
  expect(known({ ...nexon, car: { ...nexon.car, soc: undefined } })).toEqual(['units', 'amount', 'time']);
  expect(known({ ...facts, car: { current: 'AC', connectorW: 0 } })).toEqual(['units', 'amount']);
  expect(known({ ...nexon, pricePaisePerKwh: 0 })).toEqual(['units', 'time', 'percentage']);
});

test('quick choices go as far as the car and the scale do, whatever is in the wallet', () => {
  expect(MODES.map((mode) => quickChoices(mode, nexon))).toEqual([
    [5000, 10_000, 20_000],
    [10_000, 20_000, 50_000],
    [15, 30],
    [80, 90, 100],
  ]);
  expect(quickChoices('units', { ...nexon, freePaise: 3820 }, [12_000])).toEqual([5000, 10_000, 12_000, 20_000]);
  const nearlyFull = { ...nexon, car: { ...nexon.car, soc: 95 } };
  expect(MODES.map((mode) => quickChoices(mode, nearlyFull))).toEqual([[2370], [], [7], [100]]);
});

test.each([
  [0, 0, 5100],
  [0, 5000, 100],
  [0, 4999, 100],
  [0, 5001, 0],
  [1000, 0, 5100],
  [57_010, 0, 57_010],
  [57_010, 5000, 52_010],
  [57_010, 57_010, 0],
])('a charge of %d paise with %d in the wallet begins once %d are added, and not before', (total, free, missing) => {
  expect(missingPaise(total, free)).toBe(missing);
  expect(isBalanceEnough(free + missing) && free + missing >= total).toBe(true);
});
