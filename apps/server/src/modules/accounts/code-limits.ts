import { SITE_FACTOR } from '#http/caller.ts';

export interface CodeLimits {
  /** Codes an hour to one number. */
  perNumberHour: number;
  /** Codes an hour asked for from one address. */
  perAddressHour: number;
  /** Codes an hour of the whole installation: what somebody who tries numbers can make it pay for. */
  perHour: number;
}

/** Codes asked for within the hour. */
export interface CodeRequestCounts {
  ofNumber: number;
  /** Of the number, from where the caller is. */
  ofNumberFromHere: number;
  fromAddress: number;
  /** From all networks of the caller's site; none where it has but the one address. */
  fromSite: number;
  /** From the range of addresses that the caller's is in, which is one provider's as a rule. */
  fromRange: number;
  /** Of the caller's address. */
  version: 4 | 6;
  inAll: number;
}

/** A stranger may have asked for all codes of a number, so whoever is elsewhere finds some more. */
const MORE_FROM_ELSEWHERE = 2;
/** Strangers elsewhere may have taken those, so a device that signed in with the number finds one more still. */
const MORE_WHEN_KNOWN = MORE_FROM_ELSEWHERE + 1;
/** What strangers leave of all codes to devices that signed in before. */
const RESERVED_SHARE = 1 / 5;
/** What strangers who go on asking leave of theirs to those from whose address or site nobody asked. */
const NEWCOMERS_SHARE = 1 / 4;
/** What one range may have of theirs: a carrier's /24 stands for thousands of phones, and its /32 for millions. */
const RANGE_SHARE = { 4: 1 / 4, 6: 1 / 2 };

/** The limit that keeps a caller from another code; fewer hold for a device that signed in with the number before. */
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
