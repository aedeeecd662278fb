import { MAX_REVIEW_COMMENT_LENGTH } from '@bijli/contract/review-form';
import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import * as orders from '../orders/orders.store.ts';
import { refuse } from '../storefront.refusals.ts';
import type { ProductReviewState } from '../storefront.tables.ts';
import * as store from './product-reviews.store.ts';

/** Reviews of products: one for each order, through its signed link, shown once the shop has published it. */
export function createProductReviews({ database, clock }: { database: Database; clock: Clock }) {
  async function decideReview(id: number, state: Exclude<ProductReviewState, 'waiting'>): Promise<void> {
    const isThere = await database.transaction((tx) =>
      store.decideProductReview(tx, id, { state, decidedAt: clock.now() }),
    );
    if (!isThere) refuse('review_unknown');
  }

  return {
    /**
     * Stores a buyer's review. Throws order_unknown, order_closed before the order has arrived, review_invalid,
     * review_written.
     */
    async write(reference: string, { rating, comment }: { rating: number; comment: string }): Promise<void> {
      const text = comment.trim();
      const isSound =
        Number.isInteger(rating) && rating >= 1 && rating <= 5 && [...text].length <= MAX_REVIEW_COMMENT_LENGTH;
      if (!isSound) refuse('review_invalid');
      await database.transaction(async (tx) => {
        const order = (await orders.lockOrder(tx, reference)) ?? refuse('order_unknown');
        if (order.state !== 'delivered') refuse('order_closed');
        const { id: orderId, productId, city, language } = order;
        const name = shortName(order.buyerName);
        const review = { orderId, productId, rating, comment: text, name, city, language, writtenAt: clock.now() };
        if (!(await store.insertMissingProductReview(tx, { ...review, state: 'waiting' }))) refuse('review_written');
      });
    },

    list: (state: ProductReviewState | undefined, limit: number) => store.listProductReviews(database, state, limit),

    /** Throws review_unknown. */
    publish: (id: number): Promise<void> => decideReview(id, 'published'),

    /** Throws review_unknown. */
    reject: (id: number): Promise<void> => decideReview(id, 'rejected'),
  };
}

/** First name, and initial of the last name. */
function shortName(name: string): string {
  const [first = '', ...others] = name.split(/\s+/);
  const [initial] = others.at(-1) ?? '';
  return initial === undefined ? first : `${first} ${initial.toUpperCase()}.`;
}
