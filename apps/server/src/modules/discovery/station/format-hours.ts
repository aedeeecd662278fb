import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import { minuteOfDay } from '#kernel/india-time.ts';
import type { Messages } from '#kernel/messages/en.ts';
import type { OpenHours } from '#modules/network/index.ts';

/** The days in order. Station data has these names. */
const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
/** 5 January 1970 was a Monday. */
const MONDAY_MS = Date.UTC(1970, 0, 5);

/** Opening hours for a driver, one line for each span: `Mon–Sat 08:00 am – 08:00 pm`. */
export function formatHours(hours: OpenHours, messages: Messages): string[] {
  if (hours === '24x7') return [messages.hours.always()];
  return hours.map(
    ({ days, open, close }) => `${formatDays(days, messages)} ${timeOf(open, messages)} – ${timeOf(close, messages)}`,
  );
}

/** Consecutive days as a span. */
function formatDays(days: string[], messages: Messages): string {
  if (days.length === WEEK.length) return messages.hours.everyDay();
  const spans: number[][] = [];
  for (const day of WEEK.keys()) {
    if (!days.includes(WEEK[day] ?? '')) continue;
    const last = spans.at(-1);
    if (last?.at(-1) === day - 1) last.push(day);
    else spans.push([day]);
  }
  const name = (day = 0): string => inIndia(MONDAY_MS + day * DAY_MS, { weekday: 'short' }, messages);
  return spans.map((span) => (span.length === 1 ? name(span[0]) : `${name(span[0])}–${name(span.at(-1))}`)).join(', ');
}

function timeOf(time: string, messages: Messages): string {
  return inIndia(minuteOfDay(time) * MINUTE_MS, { hour: '2-digit', minute: '2-digit', hour12: true }, messages);
}

/** The hours are India's time already, so no offset is added. */
function inIndia(ms: number, parts: Intl.DateTimeFormatOptions, { locale }: Messages): string {
  return new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' }).format(ms);
}
