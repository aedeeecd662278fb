import { useMemo } from 'react';
import { storedText, keepIds, useStoredIds } from './stored-ids.ts';

const MAX_ORDERS = 10;

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
  keepIds('shop-orders', [`${reference}.${sig}`, ...ordersBeside(reference)].slice(0, MAX_ORDERS));
}

/** Removes one order from this browser. */
export const forgetOrder = ({ reference }: StoredOrder): void => keepIds('shop-orders', ordersBeside(reference));

function ordersBeside(reference: string): string[] {
  const entries = storedText('shop-orders').split('|');
  return entries.filter((entry) => entry && !entry.startsWith(`${reference}.`));
}

/** Removes all orders from this browser. */
export const forgetOrders = (): void => keepIds('shop-orders', []);

/** Hook: the orders whose pages were opened in this browser. */
export function useStoredOrders(): StoredOrder[] {
  const entries = useStoredIds('shop-orders');
  return useMemo(
    () =>
      entries.map((entry) => ({ reference: entry.split('.', 1)[0] ?? '', sig: entry.slice(entry.indexOf('.') + 1) })),
    [entries],
  );
}
