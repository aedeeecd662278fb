import { isCaptive } from '@bijli/contract/station-access';
import type { Station, StationDetails } from '@bijli/contract/stations';
import { createStoredValue } from '#device/stored-value.ts';

/** Why a driver who comes to a station may not get to its chargers now. */
export type AccessLimit =
  /** By its hours; `opensAt` UTC, where that is known. */
  | { kind: 'closed'; opensAt: string | undefined }
  /** It is for the people of its place alone. */
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

/** Ids of the captive stations at which the driver has started a charge on this device: whoever belongs there is asked once. */
const confirmedCaptive = createStoredValue<string[]>('captive-stations', [], strings);

/** Of these limits, those that a driver is asked about before a charge starts. */
export function limitsToConfirm(limits: readonly AccessLimit[], { property_id: id }: Station): AccessLimit[] {
  return limits.filter(({ kind }) => kind === 'closed' || !confirmedCaptive.get().includes(id));
}

/** When a charge has started there all the same. */
export function noteConfirmed({ property_id: id }: Station, limits: readonly AccessLimit[]): void {
  const known = confirmedCaptive.get();
  if (limits.some(({ kind }) => kind === 'captive') && !known.includes(id)) confirmedCaptive.set([...known, id]);
}
