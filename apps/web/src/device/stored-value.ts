import { useSyncExternalStore } from 'react';
import { createChanges } from '@bijli/ui/changes';

/**
 * A list or an object in local storage, so that it outlives the visit and goes with everything else at the sign-out. `read` leaves
 * out of an entry what cannot be read: an older version of the app may have written it.
 */
export function createStoredValue<T extends object>(key: string, empty: T, read: (entry: unknown) => T) {
  const changes = createChanges({ isInOtherTabs: true });
  let last: { text: string | null; value: T } = { text: null, value: empty };

  function parsed(text: string): T {
    let entry: unknown;
    try {
      entry = JSON.parse(text);
    } catch {
      return empty;
    }
    return read(entry);
  }

  /** What is kept on this device; the same object until it changes. */
  function get(): T {
    const text = localStorage.getItem(key);
    if (text !== last.text) last = { text, value: text === null ? empty : parsed(text) };
    return last.value;
  }

  return {
    get,
    set(value: T): void {
      if (Object.keys(value).length === 0) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(value));
      changes.tell();
    },
    /** The same, and the screen is drawn anew when it changes, in another tab too. */
    useValue: (): T => useSyncExternalStore(changes.subscribe, get),
  };
}
