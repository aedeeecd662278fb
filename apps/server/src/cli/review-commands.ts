import { PRODUCT_REVIEW_STATES } from '#modules/storefront/index.ts';
import { onlyArgument, readArguments, readOptions, UsageError } from './arguments.ts';
import type { Command } from './command.ts';
import { onOneLine } from './newest.ts';
import { openShop } from './open-shop.ts';
import { utcDay } from './utc-times.ts';

const MAX_REVIEWS_LISTED = 200;

export const reviewsList: Command = {
  name: 'reviews list',
  summary: 'Lists product reviews, newest first',
  help: `npm run bijli -- reviews list [--state STATE]

Number, day, state, rating, order, product, buyer, and the buyer's own words.

  --state   ${PRODUCT_REVIEW_STATES.join(', ')}`,

  read(args) {
    const values = readOptions(args, { state: { type: 'string' } });
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

export const reviewsPublish = decision('publish', 'Publishes a review');
export const reviewsReject = decision('reject', 'Rejects a review, or hides a published one');

function decision(verb: 'publish' | 'reject', summary: string): Command {
  return {
    name: `reviews ${verb}`,
    action: `review.${verb}`,
    summary,
    help: `npm run bijli -- reviews ${verb} NUMBER

NUMBER is the first column of \`reviews list\`. You can change the decision later.`,

    read(args) {
      const number = onlyArgument(readArguments(args, {}).positionals, 'review by its number', /^\d{1,9}$/);
      return async (context) => {
        await openShop(context).reviews[verb](Number(number));
        context.say(`Review ${number} is ${verb === 'publish' ? 'published' : 'rejected'}.`);
        return 0;
      };
    },
  };
}
