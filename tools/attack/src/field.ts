import type { Place } from '@bijli/dev-stack/driver';
import type { ChargePointAddress } from './peer.ts';

/** What an attack gets: the address of the server, charge points with their secrets, and the end of its time. */
export interface Field {
  url: string;
  chargePoints: (ChargePointAddress & Place)[];
  /** Milliseconds of `performance.now()`. */
  end: number;
}

/** Runs until the field's `end`, then returns a description of what it saw. Throws when the server misbehaved. */
export type Attack = (field: Field) => Promise<string>;

/**
 * The whole loopback range belongs to this machine, so attackers get an address of their own, as they would have
 * outside.
 */
export const ATTACKER = '127.0.0.66';

export function hasFieldEnded({ end }: Field): boolean {
  return performance.now() >= end;
}
