import { SITE_FACTOR } from '#http/caller.ts';

export interface CodeLimits {
  /** Codes to one number in an hour. */
  perNumberHour: number;
  /** Codes requested from one address in an hour. */
  perAddressHour: number;
  /** Codes of the whole installation in an hour. It bounds the costs that an attacker can cause. */
  perHour: number;
}

/** Numbers of codes requested within the last hour. */
export interface CodeRequestCounts {
  ofNumber: number;
  /** Of the number, from the caller's place. */
  ofNumberFromHere: number;
  fromAddress: number;
  /** From all networks of the caller's IPv6 site. 0 for IPv4. */
  fromSite: number;
  /** From the caller's address range, which usually belongs to one provider. */
  fromRange: number;
  /** Of the caller's address. */
  version: 4 | 6;
  inAll: number;
}

/** An attacker may have used up a number's codes, so callers from elsewhere get more, up to this factor. */
const MORE_FROM_ELSEWHERE = 2;
/** Other attackers may have used up those too, so a device that has signed in with the number gets still more. */
const MORE_WHEN_KNOWN = MORE_FROM_ELSEWHERE + 1;
/** Share of all codes that is reserved for devices that have signed in before. */
const RESERVED_SHARE = 1 / 5;
/** Share of the others' codes that is reserved for addresses and sites without a request so far. */
const NEWCOMERS_SHARE = 1 / 4;
/**
 * Share of the others' codes that one range may use. A carrier's /24 stands for thousands of phones, and its /32 for
 * millions.
 */
const RANGE_SHARE = { 4: 1 / 4, 6: 1 / 2 };

/** The limit that prevents another code, if any. Fewer limits apply to a device that has signed in with the number. */
export function exceededCodeLimit(
  asked: CodeRequestCounts,
  limits: CodeLimits,
  isKnown: boolean,
): 'code_limit_number' | 'code_limit_address' | 'code_limit_all' | undefined {
  const elsewhere = asked.ofNumberFromHere === 0 ? MORE_FROM_ELSEWHERE : 0;
  if (asked.ofNumber >= limits.perNumberHour + (isKnown ? MORE_WHEN_KNOWN : elsewhere)) return 'code_limit_number';
  if (isKnown) return asked.inAll >= limits.perHour ? 'code_limit_all' : undefined;
  const ofStrangers = limits.perHour * (1 - RESERVED_SHARE);
  const isNewcomer = asked.fromAddress === 0 && asked.fromSite === 0;
  if (asked.inAll >= ofStrangers * (isNewcomer ? 1 : 1 - NEWCOMERS_SHARE)) return 'code_limit_all';
  return isBeyondAddress(asked, limits.perAddressHour, ofStrangers) ? 'code_limit_address' : undefined;
}

function isBeyondAddress(
  { fromAddress, fromSite, fromRange, version }: CodeRequestCounts,
  perAddressHour: number,
  ofStrangers: number,
): boolean {
  if (fromAddress >= perAddressHour || fromSite >= perAddressHour * SITE_FACTOR) return true;
  return fromRange >= Math.max(perAddressHour, ofStrangers * RANGE_SHARE[version]);
}
