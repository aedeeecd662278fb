import { SECOND_MS } from '#kernel/durations.ts';
import { hashOf } from '#kernel/ids.ts';

/** Name of the cookie that identifies a device at sign-in. It is used for nothing else. */
const NAME = 'device';
const SECRET = /^[\w-]{43}$/;
const YEAR_SECONDS = 365 * 24 * 3600;
/** A device that has not signed in for this long is unknown again. By then its browser has dropped the cookie. */
export const DEVICE_TTL_MS: number = YEAR_SECONDS * SECOND_MS;

/** Who requests a code or tries one. */
export interface Caller {
  address: string;
  /** The caller's IPv6 site. Undefined for IPv4. */
  site: string | undefined;
  /** Value of the device cookie. Undefined if the client sends none. */
  device: string | undefined;
}

/** The device's secret in a Cookie header. Undefined if there is none. */
export function deviceFromCookies(cookies: string | undefined): string | undefined {
  const pair = cookies?.split('; ').find((cookie) => cookie.startsWith(`${NAME}=`));
  const device = pair?.slice(NAME.length + 1);
  return device && SECRET.test(device) ? device : undefined;
}

/** The cookie is not readable by scripts and is only sent to this path, by our own pages. */
export function deviceCookie(device: string, isSecure: boolean): string {
  const attributes = `Path=/api-v1/user; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  return `${NAME}=${device}; ${attributes}`;
}

const ADDRESS = 'address ';

/** The key that a caller's attempts are counted by: the device or, without a cookie, the address. */
export function requesterOf({ device, address }: Caller): string {
  return device === undefined ? `${ADDRESS}${address}` : `device ${hashOf(device)}`;
}

/** The hash by which a signed-in caller is remembered: of the cookie or, without one, of the address. */
export function knownDeviceHash({ device, address }: Caller): string {
  return hashOf(device ?? `${ADDRESS}${address}`);
}
