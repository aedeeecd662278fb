import { useSyncExternalStore } from 'react';
import { storedObject } from './stored-object.ts';

/** Returns the driver who is signed in to the app in this browser. */
export function signedInDriver(): { token: string; name: string; email: string } | undefined {
  const { token, name, email } = storedObject('user');
  if (typeof token !== 'string' || token === '') return undefined;
  return { token, name: typeof name === 'string' ? name : '', email: typeof email === 'string' ? email : '' };
}

/** Hook: the name or the token of the signed-in driver. Undefined if there is none, and in the server's HTML. */
export function useDriver(field: 'name' | 'token'): string | undefined {
  return useSyncExternalStore(
    () => () => {},
    () => signedInDriver()?.[field],
    () => undefined,
  );
}

/** Returns the headers of a request in the name of the signed-in driver. No headers if nobody is signed in. */
export function driverHeaders(): Record<string, string> {
  const known = signedInDriver();
  return known ? { authorization: `Bearer ${known.token}` } : {};
}

/** Returns what the server answers the signed-in driver. Undefined if nobody is signed in, or if the request fails. */
export async function askAsDriver<T>(path: string): Promise<T | undefined> {
  if (!signedInDriver()) return undefined;
  try {
    const answer = await fetch(path, { headers: driverHeaders() });
    return answer.ok ? ((await answer.json()) as T) : undefined;
  } catch (error) {
    console.warn('The driver could not be asked after', error);
    return undefined;
  }
}
