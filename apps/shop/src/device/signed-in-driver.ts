import { useSyncExternalStore } from 'react';
import { storedObject } from './stored-object.ts';

/** The driver who is signed in to the app in this browser. */
export function signedInDriver(): { token: string; name: string; email: string } | undefined {
  const { token, name, email } = storedObject('user');
  if (typeof token !== 'string' || token === '') return undefined;
  return { token, name: typeof name === 'string' ? name : '', email: typeof email === 'string' ? email : '' };
}

/** Hook: the name or the token of the driver who is signed in. Undefined if nobody is, and in the server's page. */
export function useDriver(field: 'name' | 'token'): string | undefined {
  return useSyncExternalStore(
    () => () => {},
    () => signedInDriver()?.[field],
    () => undefined,
  );
}

/** Headers of a request that belongs to the account of the driver who is signed in, if anybody is. */
export function driverHeaders(): Record<string, string> {
  const known = signedInDriver();
  return known ? { authorization: `Bearer ${known.token}` } : {};
}

/** What the server answers to the driver who is signed in. Undefined where nobody is, or where it does not say. */
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
