import { expect, test } from 'vitest';
import { count, formatRupees, signedRupees } from './money.ts';

test('rupees and counts are grouped as in India, and rupees have the sign and two decimals [SCOPE-11]', () => {
  expect(formatRupees(1240)).toBe('₹1,240.00');
  expect(formatRupees(125000.5)).toBe('₹1,25,000.50');
  expect(formatRupees(0)).toBe('₹0.00');
  expect(count(125000)).toBe('1,25,000');
});

test('tax that is the sum of two halves shows no rounding error [INVOICE-7]', () => {
  expect(formatRupees(0.1 + 0.2)).toBe('₹0.30');
});

test('a debit has a minus sign and a credit a plus sign [WALLET-7]', () => {
  expect(signedRupees(265.31, '−')).toBe('−₹265.31');
  expect(signedRupees(1000, '+')).toBe('+₹1,000.00');
});
