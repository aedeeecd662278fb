import { withUnit } from '@bijli/ui/format/units';
import { messages } from './messages.ts';

const DAY_MS = 86_400_000;
const number = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 });
const momentIn = (locale: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'Asia/Kolkata',
  });
const moments = new Map<string, Intl.DateTimeFormat>();

/** The day some days after a moment, in India's time: `2 Dec`. */
export const dayAfter = (utc: string, days: number): string =>
  new Intl.DateTimeFormat(messages().locale, { day: 'numeric', month: 'short', timeZone: 'Asia/Kolkata' }).format(
    Date.parse(utc) + days * DAY_MS,
  );

/** A month in India's time: `Nov 2026`. */
export const formatMonth = (utc: string): string =>
  new Intl.DateTimeFormat(messages().locale, { month: 'short', year: 'numeric', timeZone: 'Asia/Kolkata' }).format(
    new Date(utc),
  );

export const formatNumber = (value: number): string => number.format(value);

/** Minutes as `4 h 40 min`. */
export function formatHours(minutes: number): string {
  const { hour, minute } = messages().units;
  const hours = Math.floor(minutes / 60);
  return hours === 0
    ? withUnit(minutes, minute)
    : `${withUnit(hours, hour)} ${withUnit(String(minutes % 60).padStart(2, '0'), minute)}`;
}

/** A moment in India's time, which is the shop's. */
export function formatDateTime(utc: string): string {
  const { locale } = messages();
  // To make one takes a phone as long as to draw a page.
  const moment = moments.get(locale) ?? momentIn(locale);
  moments.set(locale, moment);
  return moment.format(new Date(utc));
}

/** The time of day of a moment of today, in India's time. */
export const formatClock = (utc: string): string =>
  new Intl.DateTimeFormat(messages().locale, { hour: 'numeric', minute: '2-digit', timeZone: 'Asia/Kolkata' }).format(
    new Date(utc),
  );
