import { formatMessages } from '../messages.ts';

const two = (number: number) => String(number).padStart(2, '0');

/** Read by the parts of `Date` itself: to make an `Intl.DateTimeFormat` takes a phone as long as to draw a screen. */
function read(utc: string) {
  const at = new Date(utc);
  return {
    day: two(at.getDate()),
    month: formatMessages().time.months[at.getMonth()] ?? '',
    year: String(at.getFullYear()),
    hour: two(at.getHours()),
    minute: two(at.getMinutes()),
    second: two(at.getSeconds()),
  };
}

/** `DD MMM YYYY hh:mm a` in the viewer's zone: 18 Nov 2026 07:14 pm */
export function dateTime(utc: string): string {
  return formatMessages().time.dateTime(day(utc), clockTime(utc));
}

/** `DD MMM YYYY` in the viewer's zone: 18 Nov 2026 */
export function day(utc: string): string {
  const { day, month, year } = read(utc);
  return `${day} ${month} ${year}`;
}

/** `hh:mm a` in the viewer's zone: 07:14 pm */
export function clockTime(utc: string): string {
  const { hour, minute } = read(utc);
  const hours = Number(hour);
  return formatMessages().time.clock(`${two(hours % 12 || 12)}:${minute}`, hours);
}

/** A moment near to `now`, in ms since 1970: by the clock alone where it is of the same day in the viewer's zone. */
export function clockOrDate(utc: string, now: number): string {
  return day(utc) === day(new Date(now).toISOString()) ? clockTime(utc) : dateTime(utc);
}

/** `DD-MMM-YYYY HH:mm:ss` in the viewer's zone: 18-Nov-2026 19:42:07 */
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
