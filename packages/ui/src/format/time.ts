import { formatMessages } from '../messages.ts';

const two = (number: number) => String(number).padStart(2, '0');

/** Indian time is ahead of UTC by so much all the year. */
const INDIA_MINUTES = 330;

/** Whose clock a time is told by. */
type Zone = 'viewer' | 'India';

/** Read by the parts of `Date` itself: to make an `Intl.DateTimeFormat` takes a phone as long as to draw a screen. */
function read(utc: string, zone: Zone = 'viewer') {
  const ahead = zone === 'India' ? INDIA_MINUTES : -new Date(utc).getTimezoneOffset();
  // Its UTC parts are those of the zone.
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

/** `DD MMM YYYY hh:mm a` in the viewer's zone unless told: 18 Nov 2026 07:14 pm */
export function dateTime(utc: string, zone?: Zone): string {
  return formatMessages().time.dateTime(day(utc, zone), clockTime(utc, zone));
}

/** `DD MMM YYYY` in the viewer's zone unless told: 18 Nov 2026 */
export function day(utc: string, zone?: Zone): string {
  const { day, month, year } = read(utc, zone);
  return `${day} ${month} ${year}`;
}

/** `hh:mm a` in the viewer's zone unless told: 07:14 pm */
export function clockTime(utc: string, zone?: Zone): string {
  const { hour, minute } = read(utc, zone);
  const hours = Number(hour);
  return formatMessages().time.clock(`${two(hours % 12 || 12)}:${minute}`, hours);
}

/** A moment near to `now`, in ms since 1970: by the clock alone where it is of the same day in the viewer's zone. */
export function clockOrDate(utc: string, nowMs: number): string {
  const isToday = day(utc) === day(new Date(nowMs).toISOString());
  return isToday ? clockTime(utc) : dateTime(utc);
}

/** On the wallet's screen alone, where the specification wants it: `DD-MMM-YYYY HH:mm:ss` in the viewer's zone, 18-Nov-2026 19:42:07 */
export function historyTime(utc: string): string {
  const { day, month, year, hour, minute, second } = read(utc);
  return `${day}-${month}-${year} ${hour}:${minute}:${second}`;
}

/** `X Hours Y Min` from an hour up, `Y Min` below. */
export function duration(minutes: number): string {
  const { time } = formatMessages();
  const whole = Math.round(minutes);
  return whole >= 60 ? time.hoursAndMinutes(Math.floor(whole / 60), whole % 60) : time.minutes(whole);
}

/** Minutes between two times. */
export function minutesBetween(startUtc: string, endUtc: string): number {
  return (Date.parse(endUtc) - Date.parse(startUtc)) / 60_000;
}

/** `m:ss` of a countdown: 0:24 */
export function countdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
