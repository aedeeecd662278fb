import { useMemo, useSyncExternalStore } from 'react';
import { createChanges } from '@bijli/ui/changes';

/** Values for a browser that stores nothing. They last until the page is left. */
const inMemoryOnly = new Map<string, string>();
const changes = createChanges({ isInOtherTabs: true });

/** Returns the ids that this browser stores under a name, with `|` between them. */
export function storedText(name: string): string {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    // If the browser's settings block the storage, each access throws.
    return inMemoryOnly.get(name) ?? '';
  }
}

/** Stores ids under a name. In a browser that stores nothing, they last until the page is left. */
export function keepIds(name: string, ids: string[]): void {
  inMemoryOnly.set(name, ids.join('|'));
  try {
    localStorage.setItem(name, ids.join('|'));
  } catch (error) {
    console.warn('The browser keeps nothing', error);
  }
  changes.notify();
}

/** Hook: a list that this browser stores, the same in all its tabs. It is empty in the page that the server renders. */
export function useStoredIds(name: string): string[] {
  const text = useSyncExternalStore(
    changes.subscribe,
    () => storedText(name),
    () => '',
  );
  return useMemo(() => text.split('|').filter(Boolean), [text]);
}
