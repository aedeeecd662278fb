import { useMemo } from 'react';
import { OrderPage } from './OrderPage.tsx';
import { Shopping } from './shop-context.ts';
import type { ShopProps } from './Shop.tsx';
import { ShopFrame } from './ShopFrame.tsx';

/** A page of orders; every other page is a document of its own. */
export function OrderShop({ first, settings, path }: ShopProps) {
  const shop = useMemo(() => ({ settings, path, go: (to: string) => location.assign(to) }), [settings, path]);
  return (
    <Shopping value={shop}>
      <ShopFrame>
        <OrderPage page={first} />
      </ShopFrame>
    </Shopping>
  );
}
