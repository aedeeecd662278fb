import { MINUTE_MS } from './durations.ts';

/** India has one time zone and no summer time: UTC + 5:30. */
const INDIA_OFFSET_MINUTES = 330;
export const DAY_MINUTES = 1440;
/** Names of weekdays in station data, in the order of Date.getUTCDay. */
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = 4;

/** The date in India, `YYYY-MM-DD`. */
export function indiaDate(at: Date): string {
  return new Date(at.getTime() + INDIA_OFFSET_MINUTES * MINUTE_MS).toISOString().slice(0, 10);
}

/** India's financial year runs from April to March: 2026-11-20 → `2627`. */
export function financialYear(date: string): string {
  const [year = 0, month = 0] = date.split('-').map(Number);
  const first = month >= 4 ? year : year - 1;
  return `${String(first % 100).padStart(2, '0')}${String((first + 1) % 100).padStart(2, '0')}`;
}

/** Minutes after midnight in India. */
export function indiaMinute(at: Date): number {
  return indiaMinutes(at) % DAY_MINUTES;
}

/** Today and yesterday in India, such as `mon` and `sun`. */
export function indiaWeekdays(at: Date): { today: string; yesterday: string } {
  const day = Math.floor(indiaMinutes(at) / DAY_MINUTES) + FIRST_WEEKDAY;
  return { today: WEEKDAYS[day % 7] ?? '', yesterday: WEEKDAYS[(day + 6) % 7] ?? '' };
}

/** Minutes after midnight of a time such as `09:30`. */
export function minuteOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

function indiaMinutes(at: Date): number {
  return Math.floor(at.getTime() / MINUTE_MS) + INDIA_OFFSET_MINUTES;
}
