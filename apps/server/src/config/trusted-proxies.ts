import { isIP } from 'node:net';

/** Which proxies may set X-Forwarded-For: none, this number of proxies in a row, or those at these addresses. */
export type TrustedProxies = false | number | string[];

/** Names that stand for ranges of addresses. */
const RANGES = new Set(['loopback', 'linklocal', 'uniquelocal']);

/**
 * Reads TRUST_PROXY and reports problems to `problem`. It refuses `true`, because a server that trusts every hop
 * believes what any client writes into the header.
 */
export function parseTrustProxy(text: string, problem: (text: string) => void): TrustedProxies {
  if (!text || text === 'false' || text === '0') return false;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const addresses = addressesIn(text);
  if (addresses) return addresses;
  problem(`is ${text}, but must be the number of proxies in front, or their addresses such as 10.0.0.0/8,127.0.0.1`);
  return false;
}

/** Reads addresses separated by commas, or `none`. */
export function parseAddresses(text: string, problem: (text: string) => void): string[] {
  if (text === '' || text === 'none') return [];
  const addresses = addressesIn(text);
  if (!addresses) problem(`is ${text}, but must be addresses such as 10.0.0.0/8,127.0.0.1, or none`);
  return addresses ?? [];
}

function addressesIn(text: string): string[] | undefined {
  const addresses = text.split(',').map((address) => address.trim());
  return addresses.every(isAddress) ? addresses : undefined;
}

function isAddress(text: string): boolean {
  if (RANGES.has(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
