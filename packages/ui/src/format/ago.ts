import type { FormatMessages } from '../messages.ts';

/** How long ago something was, in the largest whole unit: 2 s ago, 3 min ago. */
export function ago(seconds: number, messages: FormatMessages['time']): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return messages.secondsAgo(whole);
  if (whole < 3600) return messages.minutesAgo(Math.floor(whole / 60));
  if (whole < 86_400) return messages.hoursAgo(Math.floor(whole / 3600));
  return messages.daysAgo(Math.floor(whole / 86_400));
}
