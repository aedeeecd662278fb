import { useMemo, useSyncExternalStore } from 'react';
import { createChanges } from '@bijli/ui/changes';

/** Values for a browser that stores nothing. They last until the page is left. */
const inMemoryOnly = new Map<string, string>();
const changes = createChanges({ isInOtherTabs: true });

/** The ids that this browser stores under a name, with `|` between them. */
export function storedText(name: string): string {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    // Storage that the browser's settings block throws at each access.
    return inMemoryOnly.get(name) ?? '';
  }
}

export function storeIds(name: string, ids: string[]): void {
  inMemoryOnly.set(name, ids.join('|'));
  try {
    localStorage.setItem(name, ids.join('|'));
  } catch (error) {
    console.warn('The browser keeps nothing', error);
  }
  changes.notify();
}

/** Hook: a list that this browser stores, the same in all its tabs. It is empty in the server's page. */
export function useStoredIds(name: string): string[] {
  const text = useSyncExternalStore(
    changes.subscribe,
    () => storedText(name),
    () => '',
  );
  return useMemo(() => text.split('|').filter(Boolean), [text]);
}
