import type { ShopProps } from '#catalogue/Catalogue.tsx';
import { DocumentFrame } from '#frame/DocumentFrame.tsx';
import { ReviewPage } from './ReviewPage.tsx';

/** The document with the review form. */
export function ReviewDocument({ first, ...shop }: ShopProps) {
  return <DocumentFrame {...shop}>{first.kind === 'review' && <ReviewPage {...first} />}</DocumentFrame>;
}
