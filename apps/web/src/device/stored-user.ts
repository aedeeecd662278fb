import type { User } from '@bijli/contract/accounts';
import { forgetSignedOut } from './signed-out.ts';
import { FORGET } from './worker-messages.ts';

const KEY = 'user';

/** The driver who signed in here, or `undefined` when there is none or the entry cannot be read. */
export function storedUser(): User | undefined {
  try {
    const entry: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return isUser(entry) ? entry : undefined;
  } catch {
    // An entry that is not JSON signs nobody in; there is nothing to repair in it.
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

/** The token of the driver of this page, kept when they are forgotten; undefined where nobody has signed in. */
let pageToken = storedUser()?.token;
/** Whether this page has forgotten its driver. */
let isForgotten = false;

/** Whether this page was opened by another driver than the one who is signed in by now, if anybody is. */
export function isOfAnotherDriver(): boolean {
  return storedUser()?.token !== pageToken;
}

export function keepUser(user: User): void {
  pageToken = user.token;
  isForgotten = false;
  forgetSignedOut();
  localStorage.setItem(KEY, JSON.stringify(user));
}

/** Changes what is stored of the driver, if one is signed in. */
export function changeStoredUser(details: Partial<Pick<User, 'name' | 'email'>>): void {
  const user = storedUser();
  if (user) keepUser({ ...user, ...details });
}

/**
 * Leaves nothing of the driver on this device; the service worker forgets offline copies, notifications and the push
 * subscription, because this page may be gone before that is done. Theme and language are cookies and stay. Answers whether
 * this page does so for the first time.
 */
export function forgetEverything(): boolean {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- this is no window
  navigator.serviceWorker?.controller?.postMessage(FORGET);
  localStorage.clear();
  const isFirst = !isForgotten;
  // What the login page is to be told is kept there since.
  if (isFirst) sessionStorage.clear();
  isForgotten = true;
  return isFirst;
}
