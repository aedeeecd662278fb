import { expect, test } from 'vitest';
import { lowestPriceAt, priceAt, variesInTime, type TariffBand } from './tariff.ts';

const longAgo = new Date('2026-01-01T00:00:00Z');
const plain = (current: 'AC' | 'DC', pricePaisePerKwh: number, validFrom = longAgo): TariffBand => ({
  current,
  pricePaisePerKwh,
  validFrom,
  fromMinute: 0,
  toMinute: 1440,
});
const band = (from: number, to: number, pricePaisePerKwh: number, validFrom = longAgo): TariffBand => ({
  ...plain('AC', pricePaisePerKwh, validFrom),
  fromMinute: from * 60,
  toMinute: to * 60,
});
/** A moment by India's clock. */
const india = (time: string) => new Date(`2026-11-20T${time}+05:30`);

const solar = [plain('AC', 1400), band(9, 16, 1200), plain('DC', 2050)];

test.each([
  ['08:59:59', 1400],
  ['09:00:00', 1200],
  ['12:30:00', 1200],
  ['15:59:59', 1200],
  ['16:00:00', 1400],
  ['00:00:00', 1400],
  ['23:59:59', 1400],
])('at %s in India an AC kWh with a solar band from 09:00 to 16:00 costs %i paise [STATION-11]', (time, paise) => {
  expect(priceAt(solar, 'AC', india(time))).toBe(paise);
});

test('a band of one current does not affect the other [STATION-11]', () => {
  expect(priceAt(solar, 'DC', india('12:00:00'))).toBe(2050);
});

test.each([
  ['21:59:59', 1400],
  ['22:00:00', 900],
  ['23:59:59', 900],
  ['00:00:00', 900],
  ['05:59:59', 900],
  ['06:00:00', 1400],
])('a night band from 22:00 to 06:00 goes past midnight: at %s it costs %i paise [STATION-11]', (time, paise) => {
  expect(priceAt([plain('AC', 1400), band(22, 6, 900)], 'AC', india(time))).toBe(paise);
});

test('if two bands cover an hour the narrower one counts [STATION-11]', () => {
  const bands = [plain('AC', 1400), band(9, 16, 1200), band(12, 13, 1000)];
  expect([11, 12, 13].map((hour) => priceAt(bands, 'AC', india(`${hour}:00:00`)))).toEqual([1200, 1000, 1200]);
});

test('a newer tariff replaces the earlier one with all its bands from its own start [STATION-11]', () => {
  const change = india('11:00:00');
  const bands = [plain('AC', 1400), band(9, 16, 1200), plain('AC', 1600, change)];
  expect(priceAt(bands, 'AC', india('10:59:59'))).toBe(1200);
  expect(priceAt(bands, 'AC', change)).toBe(1600);
  expect(priceAt(bands, 'AC', india('12:00:00'))).toBe(1600);
});

test('a current without a tariff has no price, and a price of 0 is free [STATION-11]', () => {
  expect(priceAt([plain('AC', 0)], 'DC', longAgo)).toBeUndefined();
  expect(priceAt([plain('AC', 0)], 'AC', longAgo)).toBe(0);
  expect(priceAt([plain('AC', 1400, india('12:00:00'))], 'AC', india('11:00:00'))).toBeUndefined();
  expect(priceAt([band(9, 16, 1200)], 'AC', india('17:00:00'))).toBeUndefined();
});

test('the price in a list is the lowest among the station’s currents [STATION-11]', () => {
  expect(lowestPriceAt(solar, ['DC', 'AC'], india('12:00:00'))).toBe(1200);
  expect(lowestPriceAt(solar, ['DC'], india('12:00:00'))).toBe(2050);
  expect(lowestPriceAt([], ['DC'], longAgo)).toBeUndefined();
});

test('only a tariff with bands, or one that starts later, may change by itself [STATION-11]', () => {
  expect(variesInTime(solar, longAgo)).toBe(true);
  expect(variesInTime([plain('AC', 1400)], longAgo)).toBe(false);
  expect(variesInTime([plain('AC', 1400, india('12:00:00'))], longAgo)).toBe(true);
});
