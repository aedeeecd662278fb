import { useSyncExternalStore } from 'react';
import { createChanges } from '@bijli/ui/changes';

/**
 * A list or object in local storage, which lasts until the sign-out. `read` parses an entry and leaves out what it
 * cannot read, because an older version of the app may have written it.
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

  /** The stored value. The same object until it changes. */
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
      changes.notify();
    },
    /** Hook: the value. The component renders again when it changes, also in another tab. */
    useValue: (): T => useSyncExternalStore(changes.subscribe, get),
  };
}
