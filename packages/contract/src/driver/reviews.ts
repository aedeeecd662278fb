import * as z from 'zod/mini';
import { done, driverCall, ownCall } from '../endpoint.ts';
import { next, pageQuery } from '../paging.ts';
import { shownText } from '../text/shown-text.ts';

export { MAX_REVIEW_COMMENT_LENGTH, REVIEW_TAGS } from './review-form.ts';

const review = z.object({
  /** First name, and the initial of the last name. */
  name: z.string(),
  /** 1 to 5. */
  rate: z.int(),
  tags: z.array(z.string()),
  /** Empty when the driver wrote none. */
  comment: z.string(),
  /** UTC time of the last change. */
  date: z.string(),
  /** True if the driver has completed a charge at this station. */
  charged_here: z.boolean(),
  /** True if the caller wrote it. */
  mine: z.boolean(),
});
export type Review = z.infer<typeof review>;

export const reviews = {
  addReviews: driverCall('POST', '/add-reviews', {
    area: 'reviews',
    limit: 'write',
    summary: "Writes or replaces the driver's review of a station.",
    body: z.object({
      property_id: z.string(),
      /** At most MAX_REVIEW_COMMENT_LENGTH characters. May be empty. */
      comment: shownText,
      /** Values of REVIEW_TAGS. May be empty. */
      tags: z.array(z.string()),
      /** A whole number from 1 to 5. */
      rate: z.number(),
    }),
    reply: done,
  }),
  stationReviews: ownCall('GET', '/api-v1/user/reviews', {
    area: 'reviews',
    limit: 'read',
    summary: "A station's reviews, newest first, with their average rating and counts.",
    query: z.object({ property_id: z.string(), ...pageQuery }),
    reply: z.object({
      success: z.literal(true),
      property_id: z.string(),
      property_name: z.string(),
      /** The average rating. Null without reviews. */
      average: z.nullable(z.number()),
      count: z.int(),
      /** Number of ratings with 1, 2, 3, 4 and 5 stars. */
      histogram: z.array(z.int()),
      /** Number of reviews with each of REVIEW_TAGS, in their order. */
      tag_counts: z.array(z.object({ tag: z.string(), count: z.int() })),
      reviews: z.array(review),
      /** The cursor for more reviews. */
      next,
      /** The driver's own review, wherever it is in the list. */
      own: z.optional(review),
    }),
  }),
};
