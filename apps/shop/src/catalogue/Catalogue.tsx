import { useEffect, useMemo } from 'react';
import type { ShopPage, ShopSettings } from '@bijli/contract/shop-page';
import { ShopProvider } from '#frame/shop-context.ts';
import { ShopFrame } from '#frame/ShopFrame.tsx';
import { ShopSpinner } from '#frame/ShopSpinner.tsx';
import { titleOf } from '#frame/title.ts';
import { messages } from '#messages/messages.ts';
import { CataloguePage } from './CataloguePage.tsx';
import { catalogueKindOf, type CatalogueKind } from './load-page.ts';
import { pageCode } from './page-code.ts';
import { useNavigation } from './use-navigation.ts';

export interface ShopProps {
  /** The page that came with the document. */
  first: ShopPage;
  settings: ShopSettings;
  path: string;
}

/** The catalogue. It shows the page that the server rendered, and later pages without loading a document. */
export function Catalogue({ first, settings, path: firstPath }: ShopProps) {
  const { shown, path, go } = useNavigation(first, firstPath, settings);
  const shop = useMemo(() => ({ settings, path, go }), [settings, path, go]);

  useEffect(() => {
    const title = 'page' in shown ? titleOf(shown.page) : undefined;
    if (title !== undefined) document.title = messages().brandTitle(title, settings.brand);
  }, [shown, settings.brand]);
  useEffect(() => {
    // Links between the catalogue's pages load no document. Links that the visitor opens in another tab are left to the
    // browser.
    const follow = (event: MouseEvent): void => {
      const link = (event.target as Element).closest('a');
      const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
      if (!link || !isPlain || event.defaultPrevented || link.target || link.origin !== location.origin) return;
      const to = link.pathname + link.search;
      if (!catalogueKindOf(to) || link.hash) return;
      event.preventDefault();
      go(to);
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [go]);

  return (
    <ShopProvider value={shop}>
      <ShopFrame>
        {'page' in shown ? (
          <CataloguePage page={shown.page} hasArrived={shown.hasArrived} />
        ) : (
          <Loading kind={shown.loading} />
        )}
      </ShopFrame>
    </ShopProvider>
  );
}

function Loading({ kind }: { kind: CatalogueKind }) {
  const { products } = pageCode;
  return kind === 'products' && products ? <products.ProductsLoading /> : <ShopSpinner />;
}
