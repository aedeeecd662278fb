const KEY = 'signed-out';

/** What the app knew last of a driver whom the server has signed out, for the login page. */
export interface LastKnown {
  /** Ten digits. */
  mobile?: string | undefined;
  /** The name of the station where a charge of theirs runs. */
  chargingAt?: string | undefined;
}

/** Tells the login page, which is loaded next in this tab, that the server has signed the driver out. */
export function noteSignedOut(): void {
  sessionStorage.setItem(KEY, '{}');
}

/** Tells it besides what was known last; not after the driver has chosen to sign out. */
export function keepLastKnown(known: LastKnown): void {
  if (wasSignedOut()) sessionStorage.setItem(KEY, JSON.stringify({ ...lastKnown(), ...known }));
}

/** Whether the server has signed the driver out in this tab, until somebody signs in. */
export function wasSignedOut(): boolean {
  return sessionStorage.getItem(KEY) !== null;
}

export function lastKnown(): LastKnown {
  return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as LastKnown;
}

export function forgetSignedOut(): void {
  sessionStorage.removeItem(KEY);
}
