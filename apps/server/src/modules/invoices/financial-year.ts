import { HOUR_MS } from '#kernel/durations.ts';
const INDIA_OFFSET_MS = 5.5 * HOUR_MS;

/** The date in India, `YYYY-MM-DD`. */
export function indiaDate(at: Date): string {
  return new Date(at.getTime() + INDIA_OFFSET_MS).toISOString().slice(0, 10);
}

/** India's financial year runs from April to March: 2026-11-20 → `2627`. */
export function financialYear(date: string): string {
  const [year = 0, month = 0] = date.split('-').map(Number);
  const first = month >= 4 ? year : year - 1;
  return `${String(first % 100).padStart(2, '0')}${String((first + 1) % 100).padStart(2, '0')}`;
}
