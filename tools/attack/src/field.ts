import type { Place } from '@bijli/dev-stack/driver';
import type { ChargePointAddress } from './peer.ts';

/** What an attack has to work with: charge points whose secrets it knows, and the end of its time. */
export interface Field {
  url: string;
  chargePoints: (ChargePointAddress & Place)[];
  /** Milliseconds of `performance.now()`. */
  end: number;
}

/** Goes on until the field's end, then says what it saw; throws when the server did what it must not. */
export type Attack = (field: Field) => Promise<string>;

/** All of the loopback range is ours: attackers have addresses of their own, as they would outside. */
export const ATTACKER = '127.0.0.66';

export function hasFieldEnded({ end }: Field): boolean {
  return performance.now() >= end;
}
