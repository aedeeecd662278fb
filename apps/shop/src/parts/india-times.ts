import { perLocale } from '@bijli/ui/format/per-locale';
import { messages } from '#messages/messages.ts';

const DAY_MS = 86_400_000;

/** Formats in India's time, which is the shop's. */
const formatIn = (optionsOf: (locale: string) => Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
  perLocale(
    (locale) => new Intl.DateTimeFormat(locale, { ...optionsOf(locale), timeZone: 'Asia/Kolkata' }),
    () => messages().locale,
  );

/** In Hindi a part of the day stands before the clock, as in the app. */
const clockIn = (locale: string): Intl.DateTimeFormatOptions => ({
  hour: '2-digit',
  minute: '2-digit',
  dayPeriod: locale.startsWith('hi') ? 'short' : undefined,
  hour12: true,
});
const clock = formatIn(clockIn);
const day = formatIn(() => ({ day: 'numeric', month: 'short' }));
const month = formatIn(() => ({ month: 'short', year: 'numeric' }));
const moment = formatIn((locale) => ({ day: '2-digit', month: 'short', year: 'numeric', ...clockIn(locale) }));

/** The day some days after a moment: `2 Dec`. It is not broken between lines. */
export const dayAfter = (utc: string, days: number): string =>
  day()
    .format(Date.parse(utc) + days * DAY_MS)
    .replaceAll('॰', '')
    .replaceAll(/\s/g, '\u00A0');

/** The date and time of a moment. */
export const formatDateTime = (utc: string): string => moment().format(new Date(utc)).replace('॰', '');

/** The time of day of a moment of today. It is not broken between lines. */
export const formatClock = (utc: string): string => clock().format(new Date(utc)).replaceAll(/\s/g, '\u00A0');

/** A month: `Nov 2026`. */
export const formatMonth = (utc: string): string => month().format(new Date(utc));
