import { driveMinutes } from '@bijli/contract/geo';
import type { Messages } from '#messages/messages.ts';
import { shortDuration } from '#parts/durations/duration.ts';

/** A driver this close has arrived: a phone's position is no more exact. */
const HERE_KM = 0.1;
/** Nobody drives further without planning the trip. */
const FAR_KM = 300;

/**
 * Roughly how long the drive to a place takes, from the straight distance. Undefined when it is too far or the driver
 * is there.
 */
export function driveInWords(straightKm: number, { stations, chargeSheet }: Messages): string | undefined {
  if (straightKm < HERE_KM || straightKm >= FAR_KM) return undefined;
  return stations.drive(shortDuration(driveMinutes(straightKm), chargeSheet));
}
