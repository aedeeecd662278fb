import type { ShopPage } from '@bijli/contract/shop-page';
import { GoneDrawing } from '#drawings/GoneDrawing.tsx';
import { messages } from '#messages/messages.ts';
import { EmptyState } from '#parts/EmptyState.tsx';
import { useShop } from './shop-context.ts';
import { shopPath } from './shop-path.ts';

/** The page for a product or an order that does not exist, or for a page that could not be fetched. */
export function NotFoundPage({ what }: Pick<Extract<ShopPage, { kind: 'missing' }>, 'what'>) {
  const { path } = useShop();
  const { title, text, all, again } = messages().missing;
  return (
    <EmptyState drawing={<GoneDrawing />} title={title[what]} text={text[what]} isPage>
      {what === 'connection' ? <a href={path}>{again}</a> : <a href={shopPath('/products')}>{all}</a>}
    </EmptyState>
  );
}
