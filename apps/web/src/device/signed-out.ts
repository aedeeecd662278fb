const KEY = 'signed-out';

/** Tells the login page, which is loaded next in this tab, that the server has signed the driver out. */
export function noteSignedOut(): void {
  sessionStorage.setItem(KEY, '1');
}

/** Whether the server has signed the driver out in this tab, until somebody signs in. */
export function wasSignedOut(): boolean {
  return sessionStorage.getItem(KEY) !== null;
}

export function forgetSignedOut(): void {
  sessionStorage.removeItem(KEY);
}
