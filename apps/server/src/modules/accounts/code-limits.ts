import { SITE_TIMES } from '#http/caller.ts';

export interface CodeLimits {
  /** Codes an hour to one number. */
  perNumber: number;
  /** Codes an hour asked for from one address. */
  perAddress: number;
  /** Codes an hour of the whole installation: what somebody who tries numbers can make it pay for. */
  inAll: number;
}

/** Codes asked for within the hour. */
export interface AskedCodes {
  ofNumber: number;
  /** Of the number, from where the caller is. */
  ofNumberFromHere: number;
  fromAddress: number;
  /** From all networks of the caller's site; none where it has but the one address. */
  fromSite: number;
  inAll: number;
}

/** A stranger may have asked for all codes of a number, so whoever is elsewhere finds some more. */
const MORE_FROM_ELSEWHERE = 2;
/** Strangers elsewhere may have taken those, so a device that signed in with the number finds one more still. */
const MORE_WHEN_KNOWN = MORE_FROM_ELSEWHERE + 1;
/** What strangers leave of all codes to devices that signed in before. */
const RESERVE = 1 / 5;

/** The limit that keeps a caller from another code; fewer hold for a device that signed in with the number before. */
export function limitReached(
  asked: AskedCodes,
  { perNumber, perAddress, inAll }: CodeLimits,
  isKnown: boolean,
): 'code_limit_number' | 'code_limit_address' | 'code_limit_all' | undefined {
  const elsewhere = asked.ofNumberFromHere === 0 ? MORE_FROM_ELSEWHERE : 0;
  if (asked.ofNumber >= perNumber + (isKnown ? MORE_WHEN_KNOWN : elsewhere)) return 'code_limit_number';
  if (asked.inAll >= inAll * (isKnown ? 1 : 1 - RESERVE)) return 'code_limit_all';
  const isBeyondAddress = asked.fromAddress >= perAddress || asked.fromSite >= perAddress * SITE_TIMES;
  return isBeyondAddress && !isKnown ? 'code_limit_address' : undefined;
}
