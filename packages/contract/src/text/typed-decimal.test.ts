import { expect, test } from 'vitest';
import { decimalOf, typedDecimal } from './typed-decimal.ts';

test.each([
  ['१,५००.५०', '1500.50'],
  ['1,00,000', '100000'],
  ['38,5', '38.5'],
  ['500,50', '500.50'],
  ['1,500', '1500'],
  ['1.2.3', '1.23'],
  ['₹ 500', '500'],
  ['-5', '-5'],
  ['1-2', '12'],
  ['.', '.'],
  ['', ''],
])('what is typed as %j is read as %j', (text, decimal) => expect(typedDecimal(text)).toBe(decimal));

test.each([
  ['', 0],
  ['.', 0],
  ['-', 0],
  ['12.5', 12.5],
  ['-5', -5],
])('%j is the number %d', (typed, number) => expect(decimalOf(typed)).toBe(number));
