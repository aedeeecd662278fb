import { expect, test } from 'vitest';
import { balanceBeforeTax, estimate, isEnough, modesFor, type Offer, sliderFor, snap } from './charge-choice.ts';

const offer: Offer = { pricePerUnit: 15, powerKw: 7.2, batteryKwh: 40, balance: 500 };

test('10 units at ₹15 cost 150 + 27 = ₹177, and are what is sent [SHEET-7, SHEET-8, SHEET-15]', () => {
  expect(estimate('units', 10, offer)).toMatchObject({
    units: 10,
    taxablePaise: 15_000,
    gstPaise: 2700,
    totalPaise: 17_700,
  });
});

test('an amount of ₹100 is ₹118 with tax and 6.67 units at ₹15 [SHEET-7, SHEET-8, SHEET-15]', () => {
  expect(estimate('amount', 100, offer)).toMatchObject({
    units: 6.67,
    taxablePaise: 10_000,
    totalPaise: 11_800,
    isCapped: false,
  });
});

test('time becomes units by the power of the connector, percentage by the battery of the vehicle [SHEET-18]', () => {
  expect(estimate('time', 1.5, offer)).toMatchObject({ units: 10.8, totalPaise: 19_116, isCapped: false });
  expect(estimate('percentage', 25, offer)).toMatchObject({ units: 10, totalPaise: 17_700, isCapped: false });
});

test('time and percentage are lowered to what the wallet can pay for [SHEET-18]', () => {
  const lowered = estimate('percentage', 100, offer);
  expect(lowered).toMatchObject({ units: 28.24, isCapped: true, isAffordable: true });
  expect(lowered.totalPaise).toBeLessThanOrEqual(50_000);
});

test('no way of saying it comes to more than 40 units [SHEET-5, SHEET-18]', () => {
  const rich = { ...offer, balance: 100_000 };
  expect(estimate('time', 12, rich)).toMatchObject({ units: 40, taxablePaise: 60_000, isCapped: true });
  expect(estimate('amount', 900, rich)).toMatchObject({ units: 40, taxablePaise: 60_000, isCapped: true });
});

test('an estimate above the raw balance cannot be paid for; one equal to it can [SHEET-21]', () => {
  expect(estimate('units', 10, { ...offer, balance: 176.99 }).isAffordable).toBe(false);
  expect(estimate('units', 10, { ...offer, balance: 177 }).isAffordable).toBe(true);
});

test.each([
  [500, 423.5],
  [100, 84.7],
  [59, 49.97],
  [1240, 1050.28],
])('a balance of %d is shown as %d before tax [SHEET-9, CONST-6]', (balance, shown) => {
  expect(balanceBeforeTax(balance)).toBe(shown);
});

test.each([
  [0, false],
  [50, false],
  [50.01, true],
])('a balance of %d is enough to charge: %s [STATION-19, SHEET-19, CONST-5]', (balance, expected) => {
  expect(isEnough(balance)).toBe(expected);
});

test('sliders of units, time and percentage end at 40, 12 hours and 100 [SHEET-3, SHEET-5, CONST-7]', () => {
  expect((['units', 'time', 'percentage'] as const).map((mode) => sliderFor(mode, offer).max)).toEqual([40, 12, 100]);
});

test('the slider of the amount ends at the balance before tax [SHEET-6]', () => {
  expect(sliderFor('amount', offer).max).toBe(423.5);
});

test('the end of the amount slider can be reached and is never refused, though it lies between two steps [SHEET-6]', () => {
  const slider = sliderFor('amount', offer);
  expect([snap(0, slider), snap(117, slider), snap(419, slider), snap(422, slider), snap(423.5, slider)]).toEqual([
    0, 120, 420, 423.5, 423.5,
  ]);
  expect(estimate('amount', slider.max, { ...offer, pricePerUnit: 23 }).isAffordable).toBe(true);
});

test('a mode is offered only when its facts are known [SHEET-2, SHEET-3, SHEET-18]', () => {
  expect(modesFor(offer)).toEqual(['units', 'amount', 'time', 'percentage']);
  expect(modesFor({ ...offer, batteryKwh: undefined })).toEqual(['units', 'amount', 'time']);
});
