import { distanceKm } from '@bijli/contract/geo';
import { isCaptive } from '@bijli/contract/station-access';
import type { Station, StationDetails } from '@bijli/contract/stations';
import type { DevicePosition } from '#device/position.ts';
import { createStoredValue } from '#device/stored-value.ts';

/** Why a driver may not reach a station's chargers now. */
export type AccessLimit =
  /** Closed by its opening hours. `opensAt` is UTC, and undefined when it is not known. */
  | { kind: 'closed'; opensAt: string | undefined }
  /** Only people who belong to the site may use it. */
  | { kind: 'captive' }
  /** The driver is elsewhere. */
  | { kind: 'far'; km: number };

/** What keeps drivers out of a station, wherever they are. */
type StationLimit = Exclude<AccessLimit, { kind: 'far' }>;

export function accessLimitsOf(station: Station, details: StationDetails | undefined): StationLimit[] {
  return [
    ...(station.open_now === false ? [{ kind: 'closed', opensAt: details?.opens_at } as const] : []),
    ...(isCaptive(station) ? [{ kind: 'captive' } as const] : []),
  ];
}

/** Why no connector of a station is shown in green. Undefined when nothing keeps drivers out. */
export type PlugLimit = StationLimit['kind'] | undefined;

export function plugLimitOf(station: Station): PlugLimit {
  return accessLimitsOf(station, undefined)[0]?.kind;
}

/** A driver this close may be at the station, on a large site. */
const NEAR_KM = 1;

/**
 * The limit of a driver who is known to be elsewhere, as after choosing a station of a similar name. `from` is recent.
 * In a basement it may be rough.
 */
export function farLimitOf(station: Station, from: DevicePosition | undefined): AccessLimit[] {
  if (!from) return [];
  const km = distanceKm(from, station);
  return km > NEAR_KM + from.accuracyKm ? [{ kind: 'far', km }] : [];
}

const strings = (entry: unknown): string[] =>
  Array.isArray(entry) ? entry.filter((id): id is string => typeof id === 'string') : [];

/** Ids of captive stations where the driver has started a charge on this device. They are asked only once for each. */
const confirmedCaptive = createStoredValue<string[]>('captive-stations', [], strings);

/** The limits that the driver must confirm before a charge starts. */
export function limitsToConfirm<L extends AccessLimit>(limits: readonly L[], { property_id: id }: Station): L[] {
  return limits.filter(({ kind }) => kind !== 'captive' || !confirmedCaptive.get().includes(id));
}

/** Call it when a charge has started at a station with these limits. */
export function noteConfirmed({ property_id: id }: Station, limits: readonly AccessLimit[]): void {
  const known = confirmedCaptive.get();
  if (limits.some(({ kind }) => kind === 'captive') && !known.includes(id)) confirmedCaptive.set([...known, id]);
}
