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
