import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { MAX_COMPARED } from '@bijli/contract/shop-rules';
import { createChanges } from '@bijli/ui/changes';

const MAX_SEEN = 6;
const MAX_ORDERS = 10;

/** Values for a browser that stores nothing. They last until the page is left. */
const inMemoryOnly = new Map<string, string>();
const changes = createChanges({ isInOtherTabs: true });

function keptText(name: string): string {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    // Storage that the browser's settings block throws at each access.
    return inMemoryOnly.get(name) ?? '';
  }
}

function keep(name: string, ids: string[]): void {
  inMemoryOnly.set(name, ids.join('|'));
  try {
    localStorage.setItem(name, ids.join('|'));
  } catch (error) {
    console.warn('The browser keeps nothing', error);
  }
  changes.tell();
}

/** Hook: a list that this browser stores, the same in all its tabs. It is empty in the server's page. */
function useKept(name: string): string[] {
  const text = useSyncExternalStore(
    changes.subscribe,
    () => keptText(name),
    () => '',
  );
  return useMemo(() => text.split('|').filter(Boolean), [text]);
}

export interface Comparison {
  ids: string[];
  toggle(id: string): void;
  clear(): void;
}

/** Hook: the chargers chosen for comparison. A fourth one replaces the first. */
export function useComparison(): Comparison {
  const ids = useKept('shop-compare');
  return {
    ids,
    toggle: (id) =>
      keep('shop-compare', ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id].slice(-MAX_COMPARED)),
    clear: () => keep('shop-compare', []),
  };
}

/** Hook: stores that a product was looked at, and returns the ones before it, the latest first. */
export function useRecentlyViewed(id: string): string[] {
  const others = useKept('shop-seen')
    .filter((other) => other !== id)
    .join('|');
  useEffect(() => {
    const before = keptText('shop-seen').split('|');
    keep('shop-seen', [id, ...before.filter((other) => other && other !== id)].slice(0, MAX_SEEN));
  }, [id]);
  return useMemo(() => others.split('|').filter(Boolean), [others]);
}

/** What is needed to open the page of an order. */
export interface StoredOrder {
  reference: string;
  sig: string;
}

/**
 * Stores an order before the older ones. The text is split at the first dot, because a reference has none. No part
 * contains `|`, which separates the entries.
 */
export function keepOrder({ reference, sig }: StoredOrder): void {
  keep('shop-orders', [`${reference}.${sig}`, ...ordersBeside(reference)].slice(0, MAX_ORDERS));
}

export const forgetOrder = ({ reference }: StoredOrder): void => keep('shop-orders', ordersBeside(reference));

function ordersBeside(reference: string): string[] {
  const entries = keptText('shop-orders').split('|');
  return entries.filter((entry) => entry && !entry.startsWith(`${reference}.`));
}

export const forgetOrders = (): void => keep('shop-orders', []);

/** Hook: the orders whose pages were opened in this browser. */
export function useStoredOrders(): StoredOrder[] {
  const entries = useKept('shop-orders');
  return useMemo(
    () =>
      entries.map((entry) => ({ reference: entry.split('.', 1)[0] ?? '', sig: entry.slice(entry.indexOf('.') + 1) })),
    [entries],
  );
}
