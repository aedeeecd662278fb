import { hashOf } from '#kernel/ids.ts';

/** OCPP security whitepaper A01: an AuthorizationKey is sent as the hex of 16 to 20 bytes. */
const HEX_KEY = /^[0-9a-f]{32,40}$/i;

/** True if a secret has the form of an AuthorizationKey in hex. */
export function isHexKey(secret: string): boolean {
  return HEX_KEY.test(secret);
}

/** The hash under which a charge point's secret is stored. Upper and lower case of a hex key have the same hash. */
export function secretHashOf(secret: string): string {
  return hashOf(isHexKey(secret) ? secret.toLowerCase() : secret);
}
