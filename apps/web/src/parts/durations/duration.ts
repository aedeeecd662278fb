import { withUnit } from '@bijli/ui/format/units';
import type { Messages } from '#messages/messages.ts';

/** 27 min, 1 h 05 min. */
export function shortDuration(minutes: number, { hours, minutes: min }: Messages['chargeSheet']): string {
  if (minutes < 60) return withUnit(minutes, min);
  const rest = minutes % 60 === 0 ? '' : `\u00A0${withUnit(String(minutes % 60).padStart(2, '0'), min)}`;
  return `${withUnit(Math.floor(minutes / 60), hours)}${rest}`;
}
