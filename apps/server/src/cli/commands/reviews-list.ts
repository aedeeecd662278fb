import { PRODUCT_REVIEW_STATES } from '#modules/storefront/index.ts';
import { parseOptions, UsageError } from '../arguments.ts';
import type { Command } from '../command.ts';
import { onOneLine } from '../listing.ts';
import { openShop } from '../open-shop.ts';
import { utcDay } from '../utc-times.ts';

const MAX_REVIEWS_LISTED = 200;

export const reviewsList: Command = {
  name: 'reviews list',
  summary: 'Lists product reviews, newest first',
  help: `npm run bijli -- reviews list [--state STATE]

Number, day, state, rating, order, product, buyer, and the buyer's own words.

  --state   ${PRODUCT_REVIEW_STATES.join(', ')}`,

  parse(args) {
    const values = parseOptions(args, { state: { type: 'string' } });
    const state = PRODUCT_REVIEW_STATES.find((one) => one === values.state);
    if (values.state !== undefined && !state) throw new UsageError(`There is no state "${values.state}".`);
    return async (context) => {
      const reviews = await openShop(context).reviews.list(state, MAX_REVIEWS_LISTED);
      for (const { review, reference } of reviews) {
        const { id, writtenAt, rating, productId, name, city, comment } = review;
        const text = onOneLine(`${name}, ${city}: "${comment}"`);
        context.say(
          `${id}  ${utcDay(writtenAt)}  ${review.state.padEnd(9)}  ${rating}/5  ${reference}  ${productId}  ${text}`,
        );
      }
      context.say(reviews.length === 0 ? 'No reviews.' : `${reviews.length} reviews.`);
      return 0;
    };
  },
};
