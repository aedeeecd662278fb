import { useCallback, useEffect, useRef, useState } from 'react';
import type { ShopPage, ShopSettings } from '@bijli/contract/shop-page';
import { loadPage, catalogueKindOf, type CatalogueKind } from './load.ts';
import { fetchPageCode } from './page-code.ts';
import type { ShopContext } from './shop-context.ts';

/** A page, or what is on its way. */
export type Shown = { page: ShopPage; hasArrived: boolean } | { loading: CatalogueKind };

/**
 * The page that the address names. The first came with the document; another is fetched, and one that was asked for before a
 * newer one never shows.
 */
export function useNavigation(first: ShopPage, firstPath: string, settings: ShopSettings) {
  const [shown, setShown] = useState<Shown>({ page: first, hasArrived: true });
  const [path, setPath] = useState(firstPath);
  const newest = useRef(0);
  const newestPath = useRef(firstPath);
  /** Pages as they were last seen. */
  const seen = useRef(new Map([[firstPath, first]]));

  const show = useCallback(
    async (next: string, how: 'anew' | 'quietly' | 'back'): Promise<void> => {
      const visit = (newest.current += 1);
      newestPath.current = next;
      setPath(next);
      const kind = catalogueKindOf(next);
      if (!kind) return location.assign(next);
      // Who goes back finds the page as it was, at the height where it was left, and what is new a moment later.
      const before = how === 'back' ? seen.current.get(next) : undefined;
      if (before) setShown({ page: before, hasArrived: true });
      else if (how !== 'quietly') setShown({ loading: kind });
      // What was pressed is gone: the keyboard goes on, and a screen reader reads on, at the top of the new page.
      if (how !== 'quietly') document.getElementById('content')?.focus({ preventScroll: true });
      const code = fetchPageCode(kind).then(() => {
        // Now the list can be drawn as it will be, while what it shows is on its way.
        if (visit === newest.current && !before && how !== 'quietly') setShown({ loading: kind });
      });
      const [page] = await Promise.all([loadPage(next, settings), code]);
      seen.current.set(next, page);
      if (visit === newest.current) setShown({ page, hasArrived: before !== undefined });
    },
    [settings],
  );

  const go = useCallback<ShopContext['go']>(
    (next, { replaces = false } = {}) => {
      if (!catalogueKindOf(next)) return location.assign(next);
      history[replaces ? 'replaceState' : 'pushState'](null, '', next);
      if (!replaces) scrollTo(0, 0);
      void show(next, replaces ? 'quietly' : 'anew');
    },
    [show],
  );

  useEffect(() => {
    const back = (): void => {
      const next = location.pathname + location.search;
      // A step to another place of the same page needs nothing.
      if (next !== newestPath.current) void show(next, 'back');
    };
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, [show]);

  return { shown, path, go };
}
