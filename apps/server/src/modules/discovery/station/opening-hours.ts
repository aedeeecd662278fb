import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import { indiaMinute, indiaWeekdays, minuteOfDay } from '#kernel/india-time.ts';
import type { OpenHours } from '#modules/network/index.ts';

/**
 * True if a place is open at a moment. If the close is not after the open, it is on the next day. The close is
 * exclusive. Unknown hours count as closed.
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

/** A week and today again, because today's hours may be over. */
const DAYS_AHEAD = 7;

/**
 * When a place next opens, in whole minutes. Undefined if the hours are unknown, or if it never closes or never opens.
 */
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
