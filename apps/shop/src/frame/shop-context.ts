import { createContext, use } from 'react';
import type { ShopSettings } from '@bijli/contract/shop-page';

/** What the shop's frame offers to its pages. */
export interface ShopContext {
  settings: ShopSettings;
  /** The path and query on screen. */
  path: string;
  /** Opens another page of the shop. `replaces`: without a new entry in the history, while a filter changes. */
  go(path: string, options?: { replaces?: boolean }): void;
}

export const ShopProvider = createContext<ShopContext | undefined>(undefined);

export function useShop(): ShopContext {
  const shop = use(ShopProvider);
  if (!shop) throw new Error('This stands outside of the shop.');
  return shop;
}
