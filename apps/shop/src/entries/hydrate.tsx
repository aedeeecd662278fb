import './shop.css';
import { startTransition, StrictMode, type ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { ShopPage, ShopSettings } from '@bijli/contract/shop-page';
import type { ShopProps } from '#catalogue/Catalogue.tsx';

/** Hydrates a page that the server has rendered. */
export function hydrateShop(Page: ComponentType<ShopProps>): void {
  const root = document.getElementById('shop');
  const data = document.getElementById('shop-data');
  if (!root || !data) throw new Error('This is no page of the shop.');
  const { page, settings } = JSON.parse(data.textContent) as { page: ShopPage; settings: ShopSettings };
  // In a transition, so that the first tap of a visitor need not wait.
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <Page first={page} settings={settings} path={location.pathname + location.search} />
      </StrictMode>,
    );
  });
}
