import { driveMinutes } from '@bijli/contract/geo';
import type { Messages } from '#messages/messages.ts';

/** Who is so near is there: the place of a phone is no more exact. */
const HERE_KM = 0.1;
/** Nobody drives further without a plan of their own. */
const FAR_KM = 300;

/** About how long the drive to a place takes, by the straight line to it; nothing where that is far, or where one is there. */
export function driveInWords(straightKm: number, { drive }: Messages['stations']): string | undefined {
  return straightKm >= HERE_KM && straightKm < FAR_KM ? drive(driveMinutes(straightKm)) : undefined;
}
