import { expect, test } from 'vitest';
import { financialYear, indiaDate } from './india-time.ts';

test.each([
  ['2026-11-20T10:00:00Z', '2627'],
  ['2027-01-01T00:00:00Z', '2627'],
  ['2027-03-31T18:29:59Z', '2627'],
  ['2027-03-31T18:30:00Z', '2728'],
  ['2099-12-31T12:00:00Z', '9900'],
])('an invoice of %s has the tax year %s, which begins on 1 April in India [TAX-9]', (at, year) => {
  expect(financialYear(indiaDate(new Date(at)))).toBe(year);
});
