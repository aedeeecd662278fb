import { useMemo, type ReactNode } from 'react';
import type { ShopProps } from '#catalogue/Catalogue.tsx';
import { ShopProvider } from './shop-context.ts';
import { ShopFrame } from './ShopFrame.tsx';

/** The frame of a page whose links load new documents. */
export function DocumentFrame({ settings, path, children }: Omit<ShopProps, 'first'> & { children: ReactNode }) {
  const shop = useMemo(() => ({ settings, path, go: (to: string) => location.assign(to) }), [settings, path]);
  return (
    <ShopProvider value={shop}>
      <ShopFrame>{children}</ShopFrame>
    </ShopProvider>
  );
}
