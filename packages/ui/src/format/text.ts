import { formatMessages } from '../messages.ts';
import { perLocale } from './per-locale.ts';

const MAX_TITLE_LENGTH = 30;

const oneDecimal = perLocale(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false }),
);

/** Cuts a title to 30 characters, with an ellipsis at the end. */
export function truncateTitle(title: string): string {
  const characters = [...title];
  return characters.length > MAX_TITLE_LENGTH ? `${characters.slice(0, MAX_TITLE_LENGTH).join('')}…` : title;
}

/** Kilometres with one decimal: 5.2 kms */
export function distance(km: number): string {
  return formatMessages().distance(oneDecimal().format(km));
}

/** 98765 43210 */
export function spacedMobile(number: string): string {
  return /^\d{10}$/.test(number) ? `${number.slice(0, 5)} ${number.slice(5)}` : number;
}

/** +91 98765 43210, +91 1800 123 456. Other forms stay unchanged. */
export function spacedPhone(number: string): string {
  const [, tollFree, first = '', last] = /^\+91(18\d\d)(\d{3})(\d{3})$/.exec(number) ?? [];
  if (tollFree) return `+91 ${tollFree} ${first} ${last}`;
  return number.replace(/^\+91(\d{5})(\d{5})$/, '+91 $1 $2');
}

/** The digits of a typed or pasted mobile number, without +91, 91 or 0 before ten digits. */
export function mobileDigits(text: string): string {
  const digits = text.replace(/^\s*\+91/, '').replaceAll(/\D/g, '');
  return digits.replace(/^(?:91|0)(?=[6-9]\d{9}$)/, '');
}
