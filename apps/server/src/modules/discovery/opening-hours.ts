import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import { indiaMinute, indiaWeekdays, minuteOfDay } from '#kernel/india-time.ts';
import type { OpenHours } from '#modules/network/index.ts';

/**
 * Whether a place is open at a moment. A day whose close is not after its open lasts past midnight, into the next day;
 * the close itself is outside. Hours that nobody has told count as closed.
 */
export function isOpenAt(hours: OpenHours | null, at: Date): boolean {
  if (hours === null) return false;
  if (hours === '24x7') return true;
  const minute = indiaMinute(at);
  const { today, yesterday } = indiaWeekdays(at);
  return hours.some(({ days, open, close }) => {
    const [from, to] = [minuteOfDay(open), minuteOfDay(close)];
    const isPastMidnight = to <= from;
    if (days.includes(today) && minute >= from && (isPastMidnight || minute < to)) return true;
    return isPastMidnight && days.includes(yesterday) && minute < to;
  });
}

/** A week and today once more: hours of today alone may be over. */
const DAYS_AHEAD = 7;

/** When a place opens after a moment, in whole minutes; undefined where nobody has told, or where it never closes or opens. */
export function nextOpening(hours: OpenHours | null, after: Date): Date | undefined {
  if (hours === null || hours === '24x7') return undefined;
  const minutes = Math.floor(after.getTime() / MINUTE_MS);
  const midnightMs = (minutes - indiaMinute(after)) * MINUTE_MS;
  const openings = Array.from({ length: DAYS_AHEAD + 1 }, (_, day) => {
    const { today } = indiaWeekdays(new Date(midnightMs + day * DAY_MS));
    return hours
      .filter(({ days }) => days.includes(today))
      .map(({ open }) => midnightMs + day * DAY_MS + minuteOfDay(open) * MINUTE_MS);
  });
  const firstMs = Math.min(...openings.flat().filter((ms) => ms > after.getTime()));
  return Number.isFinite(firstMs) ? new Date(firstMs) : undefined;
}
