import { rupees, wholeRupees } from '@bijli/ui/format/money';
import { withUnit } from '@bijli/ui/format/units';

const number = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 });
const moment = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Asia/Kolkata',
});

/** Rupees with paise where there are any. */
export const inPaise = (amount: number): string => (Number.isInteger(amount) ? wholeRupees : rupees)(amount);

export const inNumber = (value: number): string => number.format(value);

/** Minutes as `4 h 40 min`. */
export function inHours(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  return hours === 0
    ? withUnit(minutes, 'min')
    : `${withUnit(hours, 'h')} ${withUnit(String(minutes % 60).padStart(2, '0'), 'min')}`;
}

/** A moment in India's time, which is the shop's. */
export const atTime = (utc: string): string => moment.format(new Date(utc));
