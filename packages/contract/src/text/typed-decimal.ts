import { latinDigits } from './latin-digits.ts';

/**
 * A number as somebody types it, as Latin digits with at most one point: १,५००.५० → 1500.50, 38,5 → 38.5. A comma is a
 * decimal point if it is the only one and one or two digits follow; otherwise it separates thousands and lakhs.
 */
export function typedDecimal(text: string): string {
  const digits = latinDigits(text).replaceAll(/[^\d.,-]/g, '');
  const sign = digits.startsWith('-') ? '-' : '';
  const plain = digits.replaceAll('-', '');
  const isDecimalComma = /^\d*,\d{0,2}$/.test(plain);
  const [whole = '', ...parts] = (isDecimalComma ? plain.replace(',', '.') : plain.replaceAll(',', '')).split('.');
  return sign + whole + (parts.length > 0 ? `.${parts.join('')}` : '');
}

/** The number of such a text. 0 as long as it is none, such as a lone point. */
export const decimalOf = (typed: string): number => Number(typed) || 0;
