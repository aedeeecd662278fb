import * as z from 'zod/mini';
import { done, driverCall, ownCall } from './endpoint.ts';
import { next, pageQuery } from './pages.ts';
import { shownText } from './shown-text.ts';

export { MAX_REVIEW_COMMENT_LENGTH, REVIEW_TAGS } from './review-form.ts';

const review = z.object({
  /** First name and initial of the last one. */
  name: z.string(),
  /** 1 to 5 */
  rate: z.int(),
  tags: z.array(z.string()),
  /** Empty when none was written. */
  comment: z.string(),
  /** UTC; when it was last changed. */
  date: z.string(),
  /** The driver has completed a charge at this station. */
  charged_here: z.boolean(),
  /** Written by the driver who asks. */
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
      /** At most MAX_REVIEW_COMMENT_LENGTH characters; may be empty. */
      comment: shownText,
      /** Of REVIEW_TAGS; may be empty. */
      tags: z.array(z.string()),
      /** 1 to 5, whole */
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
      /** The average rating; null without reviews. */
      average: z.nullable(z.number()),
      count: z.int(),
      /** How many gave 1, 2, 3, 4 and 5 stars. */
      histogram: z.array(z.int()),
      /** How many chose each of REVIEW_TAGS, in their order. */
      tag_counts: z.array(z.object({ tag: z.string(), count: z.int() })),
      reviews: z.array(review),
      /** Of the reviews. */
      next,
      /** The driver's own review, wherever it stands in the list. */
      own: z.optional(review),
    }),
  }),
};
