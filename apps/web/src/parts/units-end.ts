import type { MeterValue } from '@bijli/contract/realtime';

/** Below this a charger idles, and no end can be reckoned from it. kW */
const MIN_POWER_KW = 0.1;

/** Minutes until the bought units are used up at the present power. */
export function unitsEndIn(
  { unit, power_output: powerKw }: Pick<MeterValue, 'unit' | 'power_output'>,
  boughtKwh: number | undefined,
): number | undefined {
  if (boughtKwh === undefined || powerKw === null || powerKw < MIN_POWER_KW) return undefined;
  return (Math.max(0, boughtKwh - unit) / powerKw) * 60;
}
