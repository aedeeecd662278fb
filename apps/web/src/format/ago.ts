import type { Words } from '#words/words.ts';

/** How long ago something was, in the largest whole unit: 2 s ago, 3 min ago. */
export function ago(seconds: number, words: Words['time']): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return words.secondsAgo(whole);
  if (whole < 3600) return words.minutesAgo(Math.floor(whole / 60));
  if (whole < 86_400) return words.hoursAgo(Math.floor(whole / 3600));
  return words.daysAgo(Math.floor(whole / 86_400));
}
