import type { User } from '@bijli/contract/accounts';
import { forgetSignedOut } from './signed-out.ts';
import { SIGNED_OUT } from './worker-messages.ts';

const KEY = 'user';

/** The driver who is signed in here. Undefined when there is none or the entry cannot be read. */
export function storedUser(): User | undefined {
  try {
    const entry: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return isUser(entry) ? entry : undefined;
  } catch {
    // An entry that is not JSON counts as signed out.
    return undefined;
  }
}

function isUser(entry: unknown): entry is User {
  return (
    typeof entry === 'object' &&
    entry !== null &&
    'token' in entry &&
    typeof entry.token === 'string' &&
    entry.token !== ''
  );
}

/** The token of this page's driver. It stays after the sign-out. Undefined when nobody has signed in. */
let pageToken = storedUser()?.token;
/** True when this page has signed its driver out. */
let isForgotten = false;

/** True when another driver, or nobody, has signed in since this page was opened. */
export function isOfAnotherDriver(): boolean {
  return storedUser()?.token !== pageToken;
}

export function keepUser(user: User): void {
  pageToken = user.token;
  isForgotten = false;
  forgetSignedOut();
  localStorage.setItem(KEY, JSON.stringify(user));
}

/** Changes the stored details of the driver, if one is signed in. */
export function changeStoredUser(details: Partial<Pick<User, 'name' | 'email'>>): void {
  const user = storedUser();
  if (user) keepUser({ ...user, ...details });
}

/**
 * Deletes everything about the driver on this device. The service worker deletes offline copies, notifications and the
 * push subscription, because this page may be closed before that is done. Theme and language are cookies and stay.
 * Returns true when this page does it for the first time.
 */
export function forgetEverything(): boolean {
  navigator.serviceWorker?.controller?.postMessage(SIGNED_OUT);
  localStorage.clear();
  const isFirst = !isForgotten;
  // Later calls keep it, because it then holds the notes for the login page.
  if (isFirst) sessionStorage.clear();
  isForgotten = true;
  return isFirst;
}
