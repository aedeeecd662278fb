import { formatMessages } from '../messages.ts';

const two = (number: number) => String(number).padStart(2, '0');

/** Indian time is ahead of UTC by this, all year. */
const INDIA_MINUTES = 330;

/** The time zone of a text: the viewer's or India's. */
type Zone = 'viewer' | 'India';

/** Uses the parts of `Date`, because creating an `Intl.DateTimeFormat` takes a phone as long as drawing a screen. */
function read(utc: string, zone: Zone = 'viewer') {
  const ahead = zone === 'India' ? INDIA_MINUTES : -new Date(utc).getTimezoneOffset();
  // A date whose UTC parts are the local parts of the zone.
  const at = new Date(Date.parse(utc) + ahead * 60_000);
  return {
    day: two(at.getUTCDate()),
    month: formatMessages().time.months[at.getUTCMonth()] ?? '',
    year: String(at.getUTCFullYear()),
    hour: two(at.getUTCHours()),
    minute: two(at.getUTCMinutes()),
    second: two(at.getUTCSeconds()),
  };
}

/** `DD MMM YYYY hh:mm a` in the viewer's zone by default: 18 Nov 2026 07:14 pm */
export function dateTime(utc: string, zone?: Zone): string {
  return formatMessages().time.dateTime(day(utc, zone), clockTime(utc, zone));
}

/** `DD MMM YYYY` in the viewer's zone by default: 18 Nov 2026 */
export function day(utc: string, zone?: Zone): string {
  const { day, month, year } = read(utc, zone);
  return `${day} ${month} ${year}`;
}

/** `hh:mm a` in the viewer's zone by default: 07:14 pm */
export function clockTime(utc: string, zone?: Zone): string {
  const { hour, minute } = read(utc, zone);
  const hours = Number(hour);
  return formatMessages().time.clock(`${two(hours % 12 || 12)}:${minute}`, hours);
}

/** A time near `nowMs` (ms since 1970): only the clock when it is the same day in the viewer's zone. */
export function clockOrDate(utc: string, nowMs: number): string {
  const isToday = day(utc) === day(new Date(nowMs).toISOString());
  return isToday ? clockTime(utc) : dateTime(utc);
}

/**
 * `DD-MMM-YYYY HH:mm:ss` in the viewer's zone: 18-Nov-2026 19:42:07. Only the wallet uses it, because the specification
 * demands it there.
 */
export function historyTime(utc: string): string {
  const { day, month, year, hour, minute, second } = read(utc);
  return `${day}-${month}-${year} ${hour}:${minute}:${second}`;
}

/** `X Hours Y Min` from an hour, `Y Min` below. */
export function duration(minutes: number): string {
  const { time } = formatMessages();
  const whole = Math.round(minutes);
  return whole >= 60 ? time.hoursAndMinutes(Math.floor(whole / 60), whole % 60) : time.minutes(whole);
}

/** Whole minutes between two times as the pages show them, which leave the seconds out: 8:30 to 8:33 is 3. */
export function minutesBetween(startUtc: string, endUtc: string): number {
  const minuteOf = (utc: string) => Math.floor(Date.parse(utc) / 60_000);
  return minuteOf(endUtc) - minuteOf(startUtc);
}

/** `m:ss` of a countdown: 0:24 */
export function countdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const DAY_MS = 86_400_000;

/**
 * When a place opens, in Indian time, which its hours are in. The day of the week is added if it opens later than a day
 * from now.
 */
export function openingTime(utc: string, nowMs: number): string {
  const clock = clockTime(utc, 'India');
  if (Date.parse(utc) - nowMs < DAY_MS) return clock;
  const weekday = new Date(Date.parse(utc) + INDIA_MINUTES * 60_000).getUTCDay();
  return `${formatMessages().time.weekdays[weekday] ?? ''} ${clock}`;
}
