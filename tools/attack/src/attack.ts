import type { Place } from '@bijli/dev-stack/driver';
import type { ChargePointAddress } from './raw-charge-point.ts';

/** What an attack gets: the address of the server, charge points with their secrets, and the end of its time. */
export interface AttackContext {
  url: string;
  chargePoints: (ChargePointAddress & Place)[];
  /** Milliseconds of `performance.now()`. */
  end: number;
}

/** Runs until the context's `end`, then returns a description of what it saw. Throws if the server misbehaved. */
export type Attack = (context: AttackContext) => Promise<string>;

/**
 * The whole loopback range belongs to this machine, so attackers get an address of their own, as they would have
 * outside.
 */
export const ATTACKER = '127.0.0.66';

export function isTimeOver({ end }: AttackContext): boolean {
  return performance.now() >= end;
}
