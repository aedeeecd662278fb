import { driveMinutes } from '@bijli/contract/geo';
import type { Messages } from '#messages/messages.ts';

/** Nobody drives further without a plan of their own. */
const FAR_KM = 300;

/** About how long the drive to a place takes, by the straight line to it; nothing where that is far. */
export function driveInWords(straightKm: number, { drive }: Messages['stations']): string | undefined {
  return straightKm < FAR_KM ? drive(driveMinutes(straightKm)) : undefined;
}
