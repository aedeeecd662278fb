import type { MeterValue } from '@bijli/contract/realtime';
import { minutesLeft } from '@bijli/contract/time';

/** Minutes until the battery is full, by its percentage; nothing when the car does not tell one. */
export function timeRemaining({ soc }: Pick<MeterValue, 'soc'>): number | undefined {
  return soc === null ? undefined : minutesLeft(soc);
}

export function isSuspended(status: string | undefined): boolean {
  return status === 'SuspendedEV' || status === 'SuspendedEVSE';
}

/** A phone's clock may be off; a first reading is not taken for older than this. */
const BELIEVABLE_AGE_MS = 3_600_000;

/** When the first reading was taken, by this device's clock. */
export function takenAtMs(at: string, now: number): number {
  const age = now - Date.parse(at);
  return age >= 0 && age < BELIEVABLE_AGE_MS ? now - age : now;
}
