import { GoneDrawing } from '#drawings/GoneDrawing.tsx';
import { messages } from '#messages/messages.ts';
import { EmptyState } from '#parts/EmptyState.tsx';
import { shopPath } from './shop-path.ts';

/** The page for a product or an order that does not exist. */
export function NotFoundPage({ what }: { what: 'product' | 'order' }) {
  const { title, text, all } = messages().missing;
  return (
    <EmptyState drawing={<GoneDrawing />} title={title[what]} text={text[what]} isPage>
      <a href={shopPath('/products')}>{all}</a>
    </EmptyState>
  );
}
