import { isCaptive } from '@bijli/contract/station-access';
import type { Station, StationDetails } from '@bijli/contract/stations';
import { createStoredValue } from '#device/stored-value.ts';

/** Why a driver may not reach a station's chargers now. */
export type AccessLimit =
  /** Closed by its opening hours. `opensAt` is UTC, and undefined when it is not known. */
  | { kind: 'closed'; opensAt: string | undefined }
  /** Only people who belong to the site may use it. */
  | { kind: 'captive' };

export function accessLimitsOf(station: Station, details: StationDetails | undefined): AccessLimit[] {
  return [
    ...(station.open_now === false ? [{ kind: 'closed', opensAt: details?.opens_at } as const] : []),
    ...(isCaptive(station) ? [{ kind: 'captive' } as const] : []),
  ];
}

/** Why no connector of a station is shown in green. Undefined when nothing keeps drivers out. */
export type PlugLimit = AccessLimit['kind'] | undefined;

export function plugLimitOf(station: Station): PlugLimit {
  return accessLimitsOf(station, undefined)[0]?.kind;
}

const strings = (entry: unknown): string[] =>
  Array.isArray(entry) ? entry.filter((id): id is string => typeof id === 'string') : [];

/** Ids of captive stations where the driver has started a charge on this device. They are asked only once for each. */
const confirmedCaptive = createStoredValue<string[]>('captive-stations', [], strings);

/** The limits that the driver must confirm before a charge starts. */
export function limitsToConfirm(limits: readonly AccessLimit[], { property_id: id }: Station): AccessLimit[] {
  return limits.filter(({ kind }) => kind === 'closed' || !confirmedCaptive.get().includes(id));
}

/** Call it when a charge has started at a station with these limits. */
export function noteConfirmed({ property_id: id }: Station, limits: readonly AccessLimit[]): void {
  const known = confirmedCaptive.get();
  if (limits.some(({ kind }) => kind === 'captive') && !known.includes(id)) confirmedCaptive.set([...known, id]);
}
