import { createContext, use } from 'react';
import type { ShopSettings } from '@bijli/contract/shop-page';

/** What a page can ask for of the shop around it. */
export interface ShopContext {
  settings: ShopSettings;
  /** The address that is shown, below the host. */
  path: string;
  /** Opens another page of the shop. `replace` keeps one entry in the history, for a filter being chosen. */
  go(path: string, options?: { replaces?: boolean }): void;
}

export const Shopping = createContext<ShopContext | undefined>(undefined);

export function useShop(): ShopContext {
  const shop = use(Shopping);
  if (!shop) throw new Error('This stands outside of the shop.');
  return shop;
}
