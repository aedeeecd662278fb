import { minutesLeft } from '@bijli/contract/minutes-left';
import type { LiveMeterValue } from '@bijli/contract/realtime';
import { HOUR_MS } from '#device/durations.ts';

/** Minutes until the battery is full, by its percentage. Undefined when the car does not report it. */
export function reportedMinutesToFull({ soc }: Pick<LiveMeterValue, 'soc'>): number | undefined {
  return soc === null ? undefined : minutesLeft(soc);
}

/** True when there is no reading of the charger yet. */
export function hasNoReading({ soc, power_output: power, unit }: LiveMeterValue): boolean {
  return soc === null && power === null && unit === 0;
}

export function isSuspended(status: string | undefined): boolean {
  return status === 'SuspendedEV' || status === 'SuspendedEVSE';
}

/** A phone's clock may be wrong. A first reading counts as at most this old. */
const BELIEVABLE_AGE_MS = HOUR_MS;

/** When the first reading was taken, by this device's clock. */
export function takenAtMs(at: string, nowMs: number): number {
  const ageMs = nowMs - Date.parse(at);
  return ageMs >= 0 && ageMs < BELIEVABLE_AGE_MS ? nowMs - ageMs : nowMs;
}
