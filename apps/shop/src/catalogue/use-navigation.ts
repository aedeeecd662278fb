import { useCallback, useEffect, useRef, useState } from 'react';
import type { ShopPage, ShopSettings } from '@bijli/contract/shop-page';
import type { ShopContext } from '#frame/shop-context.ts';
import { loadPage, catalogueKindOf, type CatalogueKind } from './load-page.ts';
import { fetchPageCode } from './page-code.ts';

/** The page on screen, or the kind of page that is loading. */
export type Shown = { page: ShopPage; hasArrived: boolean } | { loading: CatalogueKind };

const UNREACHED: ShopPage = { kind: 'missing', what: 'connection' };
const isUnreached = (page: ShopPage): boolean =>
  page.kind === 'missing' ? page.what === 'connection' : page.kind === 'products' && page.hasFailed === true;

/**
 * Hook: the page for the present address. The first one came with the document, later ones are fetched. A page that
 * arrives after a newer one was requested is not shown.
 */
export function useNavigation(first: ShopPage, firstPath: string, settings: ShopSettings) {
  const [shown, setShown] = useState<Shown>({ page: first, hasArrived: true });
  const [path, setPath] = useState(firstPath);
  const newest = useRef(0);
  const newestPath = useRef(firstPath);
  /** Pages by address, as they were last shown. */
  const seen = useRef(new Map([[firstPath, first]]));

  const show = useCallback(
    async (next: string, how: 'anew' | 'quietly' | 'back'): Promise<void> => {
      const visit = (newest.current += 1);
      newestPath.current = next;
      setPath(next);
      const kind = catalogueKindOf(next);
      if (!kind) return location.assign(next);
      // Going back shows the page as it was, scrolled as it was, and fetches it again.
      const before = how === 'back' ? seen.current.get(next) : undefined;
      if (before) setShown({ page: before, hasArrived: true });
      else if (how !== 'quietly') setShown({ loading: kind });
      // The pressed link is gone, so keyboard and screen reader continue at the top of the new page.
      if (how !== 'quietly') document.getElementById('content')?.focus({ preventScroll: true });
      const code = fetchPageCode(kind).then(() => {
        // The page's code has arrived, so its placeholder can be shown while its data loads.
        if (visit === newest.current && !before && how !== 'quietly') setShown({ loading: kind });
      });
      const hasCode = code.then(
        () => true,
        () => false,
      );
      const page = await loadPage(next, settings);
      const isComplete = await hasCode;
      if (visit !== newest.current) return;
      if (isUnreached(page)) {
        // What was seen before is better than nothing.
        if (!before) setShown({ page: isComplete ? page : UNREACHED, hasArrived: false });
        return;
      }
      // A newer version of the shop has other files. It comes with its document.
      if (!isComplete) return location.assign(next);
      seen.current.set(next, page);
      setShown({ page, hasArrived: before !== undefined });
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
      // A change of the fragment stays on the same page.
      if (next !== newestPath.current) void show(next, 'back');
    };
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, [show]);

  return { shown, path, go };
}
