import { useMemo, type ReactNode } from 'react';
import { Shopping } from './shop-context.ts';
import type { ShopProps } from './Shop.tsx';
import { ShopFrame } from './ShopFrame.tsx';

/** The frame of a page whose links load new documents. */
export function OneDocument({ settings, path, children }: Omit<ShopProps, 'first'> & { children: ReactNode }) {
  const shop = useMemo(() => ({ settings, path, go: (to: string) => location.assign(to) }), [settings, path]);
  return (
    <Shopping value={shop}>
      <ShopFrame>{children}</ShopFrame>
    </Shopping>
  );
}
