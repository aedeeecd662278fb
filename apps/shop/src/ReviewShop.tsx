import { OneDocument } from './OneDocument.tsx';
import { ReviewPage } from './ReviewPage.tsx';
import type { ShopProps } from './Shop.tsx';

/** The document with the review form. */
export function ReviewShop({ first, ...shop }: ShopProps) {
  return <OneDocument {...shop}>{first.kind === 'review' && <ReviewPage {...first} />}</OneDocument>;
}
