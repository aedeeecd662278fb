import type { MeterValue } from '@bijli/contract/realtime';
import { minutesLeft } from '@bijli/contract/time';

/** Minutes until the battery is full, by its percentage; nothing when the car does not tell one. */
export function timeRemaining({ soc }: Pick<MeterValue, 'soc'>): number | undefined {
  return soc === null ? undefined : minutesLeft(soc);
}

/** Before this much is gained the share of a unit in the battery is not known well enough. */
const MIN_GAINED_PERCENT = 2;

/** Percent that the battery will stand at when the bought units are in it, by what those so far have brought. */
export function levelAtEnd(
  { unit, soc }: Pick<MeterValue, 'unit' | 'soc'>,
  boughtKwh: number | undefined,
  began: number | undefined,
): number | undefined {
  if (boughtKwh === undefined || began === undefined || soc === null || unit <= 0) return undefined;
  if (soc - began < MIN_GAINED_PERCENT) return undefined;
  return Math.min(100, soc + (Math.max(0, boughtKwh - unit) * (soc - began)) / unit);
}

export function isSuspended(status: string | undefined): boolean {
  return status === 'SuspendedEV' || status === 'SuspendedEVSE';
}

/** A phone's clock may be off; a first reading is not taken for older than this. */
const BELIEVABLE_AGE_MS = 3_600_000;

/** When the first reading was taken, by this device's clock. */
export function takenAt(at: string, now: number): number {
  const age = now - Date.parse(at);
  return age >= 0 && age < BELIEVABLE_AGE_MS ? now - age : now;
}
