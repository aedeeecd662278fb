import { messages } from '#messages/messages.ts';

const DAY_MS = 86_400_000;
/** In Hindi a part of the day stands before the clock, as in the app. */
const clockIn = (locale: string) =>
  ({
    hour: 'numeric',
    minute: '2-digit',
    dayPeriod: locale.startsWith('hi') ? 'short' : undefined,
    hour12: true,
    timeZone: 'Asia/Kolkata',
  }) as const;
const momentIn = (locale: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...clockIn(locale),
  });
const moments = new Map<string, Intl.DateTimeFormat>();

/** The day some days after a moment, in India's time: `2 Dec`. It is not broken between lines. */
export const dayAfter = (utc: string, days: number): string =>
  new Intl.DateTimeFormat(messages().locale, { day: 'numeric', month: 'short', timeZone: 'Asia/Kolkata' })
    .format(Date.parse(utc) + days * DAY_MS)
    .replaceAll('॰', '')
    .replaceAll(/\s/g, '\u00A0');

/** A moment in India's time, which is the shop's. */
export function formatDateTime(utc: string): string {
  const { locale } = messages();
  // To make one takes a phone as long as to draw a page.
  const moment = moments.get(locale) ?? momentIn(locale);
  moments.set(locale, moment);
  return moment.format(new Date(utc)).replace('॰', '');
}

/** The time of day of a moment of today, in India's time. It is not broken between lines. */
export const formatClock = (utc: string): string =>
  new Intl.DateTimeFormat(messages().locale, clockIn(messages().locale))
    .format(new Date(utc))
    .replaceAll(/\s/g, '\u00A0');
