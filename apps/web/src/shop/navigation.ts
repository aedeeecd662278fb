import type { ShopPage, ShopSettings } from '@bijli/contract/shop-page';
import { createContext, use, useCallback, useEffect, useRef, useState } from 'react';
import { loadPage, pageOf } from './load.ts';

/** What a page can ask for of the shop around it. */
export interface ShopContext {
  settings: ShopSettings;
  /** The address that is shown, below the host. */
  path: string;
  /** Opens another page of the shop. `replace` keeps one entry in the history, for a filter being chosen. */
  go(path: string, options?: { replace?: boolean }): void;
}

export const Shopping = createContext<ShopContext | undefined>(undefined);

export function useShop(): ShopContext {
  const shop = use(Shopping);
  if (!shop) throw new Error('This stands outside of the shop.');
  return shop;
}

/** A page, or what is on its way. */
export type Shown = { page: ShopPage; arrived: boolean } | { loading: 'products' | 'product' | 'compare' };

/**
 * The page that the address names. The first came with the document; another is fetched, and one that was asked for before a
 * newer one never shows.
 */
export function useNavigation(first: ShopPage, firstPath: string, settings: ShopSettings) {
  const [shown, setShown] = useState<Shown>({ page: first, arrived: true });
  const [path, setPath] = useState(firstPath);
  const newest = useRef(0);

  const show = useCallback(
    async (next: string, quiet: boolean): Promise<void> => {
      const turn = (newest.current += 1);
      setPath(next);
      const kind = pageOf(next);
      if (!kind) return location.assign(next);
      if (!quiet) setShown({ loading: kind });
      const page = await loadPage(next, settings);
      if (turn === newest.current) setShown({ page, arrived: false });
    },
    [settings],
  );

  const go = useCallback<ShopContext['go']>(
    (next, { replace = false } = {}) => {
      if (!pageOf(next)) return location.assign(next);
      history[replace ? 'replaceState' : 'pushState'](null, '', next);
      if (!replace) scrollTo(0, 0);
      void show(next, replace);
    },
    [show],
  );

  useEffect(() => {
    const back = (): void => void show(location.pathname + location.search, false);
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, [show]);

  return { shown, path, go };
}
