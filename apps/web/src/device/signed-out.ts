const KEY = 'signed-out';

/** What the app last knew about a driver whom the server has signed out, for the login page. */
export interface LastKnown {
  /** Ten digits. */
  mobile?: string | undefined;
  /** The station of their running charge. */
  chargingAt?: string | undefined;
}

/** Tells the login page, which loads next in this tab, that the server has signed the driver out. */
export function noteSignedOut(): void {
  sessionStorage.setItem(KEY, '{}');
}

/** Also tells it what was last known. It is not called when the driver signs out. */
export function keepLastKnown(known: LastKnown): void {
  if (wasSignedOut()) sessionStorage.setItem(KEY, JSON.stringify({ ...lastKnown(), ...known }));
}

/** True when the server has signed the driver out in this tab and nobody has signed in since. */
export function wasSignedOut(): boolean {
  return sessionStorage.getItem(KEY) !== null;
}

export function lastKnown(): LastKnown {
  return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as LastKnown;
}

export function forgetSignedOut(): void {
  sessionStorage.removeItem(KEY);
}
