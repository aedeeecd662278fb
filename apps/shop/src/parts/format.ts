import { withUnit } from '@bijli/ui/format/units';
import { messages } from '#messages/messages.ts';

const number = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 });

export const formatNumber = (value: number): string => number.format(value);

/** Minutes as `4 h 40 min`. */
export function formatHours(minutes: number): string {
  const { hour, minute } = messages().units;
  const hours = Math.floor(minutes / 60);
  return hours === 0
    ? withUnit(minutes, minute)
    : `${withUnit(hours, hour)} ${withUnit(String(minutes % 60).padStart(2, '0'), minute)}`;
}
