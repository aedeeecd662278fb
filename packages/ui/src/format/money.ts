import { perLocale } from './per-locale.ts';

const inr = perLocale((locale) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'INR' }));
const whole = perLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'INR', maximumFractionDigits: 0 }),
);
const plain = perLocale((locale) => new Intl.NumberFormat(locale));

/** ₹1,240.00 */
export function formatRupees(amount: number): string {
  return inr().format(amount);
}

/** ₹1,240, without paise */
export function wholeRupees(amount: number): string {
  return whole().format(amount);
}

/** +₹1,000.00 or −₹265.31, with a true minus. */
export function signedRupees(amount: number, sign: '+' | '−'): string {
  return `${sign}${formatRupees(Math.abs(amount))}`;
}

/** 1,490 */
export function count(number: number): string {
  return plain().format(number);
}
