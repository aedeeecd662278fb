import { SECOND_MS } from '#kernel/durations.ts';
import { hashOf } from '#kernel/ids.ts';

/** What a device is told from others by when it signs in; nobody is recognised by it elsewhere. */
const NAME = 'device';
const SECRET = /^[\w-]{43}$/;
const YEAR_SECONDS = 365 * 24 * 3600;
/** A device that has not signed in for so long is one like any other; its browser has dropped the cookie by then. */
export const DEVICE_TTL_MS: number = YEAR_SECONDS * SECOND_MS;

/** Who asks for a code or tries one. */
export interface Caller {
  address: string;
  /** The site that the address is one of many networks of; undefined for an address of version 4. */
  site: string | undefined;
  /** What the device's cookie holds; undefined for a client that sends none. */
  device: string | undefined;
}

/** The secret in a Cookie header; undefined when there is none of ours. */
export function deviceFromCookies(cookies: string | undefined): string | undefined {
  const pair = cookies?.split('; ').find((cookie) => cookie.startsWith(`${NAME}=`));
  const device = pair?.slice(NAME.length + 1);
  return device && SECRET.test(device) ? device : undefined;
}

/** For no script to read, no other site to send, and no other path to carry. */
export function deviceCookie(device: string, isSecure: boolean): string {
  const attributes = `Path=/api-v1/user; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return `${NAME}=${device}; ${attributes}`;
}

const ADDRESS = 'address ';

/** By what a caller's tries are counted: the device, or without a cookie the address. */
export function trierOf({ device, address }: Caller): string {
  return device === undefined ? `${ADDRESS}${address}` : `device ${hashOf(device)}`;
}

/** As what a caller who signed in is remembered: by a hash of the cookie, or without one of the address. */
export function knownDeviceHash({ device, address }: Caller): string {
  return hashOf(device ?? `${ADDRESS}${address}`);
}
