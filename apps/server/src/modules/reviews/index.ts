import { MAX_REVIEW_COMMENT_LENGTH, REVIEW_TAGS } from '@bijli/contract/reviews';
import type { Database } from '#db/database.ts';
import type { Page } from '#db/pagination.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Discovery } from '#modules/discovery/index.ts';
import type { Network } from '#modules/network/index.ts';
import type { SessionHistory } from '#modules/sessions/history/index.ts';
import { refuse } from './reviews.refusals.ts';
import * as store from './reviews.store.ts';

export { insertMissingReviews, listAverageRatings, type ReviewRow } from './reviews.store.ts';
export { reviewsData } from './personal-data.store.ts';

const RATINGS = [1, 2, 3, 4, 5];

export interface ReviewsOptions {
  database: Database;
  clock: Clock;
  network: Pick<Network, 'getStationName'>;
  discovery: Pick<Discovery, 'changeAverageRating'>;
  history: Pick<SessionHistory, 'listDriversWhoCharged'>;
  /** Drivers' names by their ids. */
  names(driverIds: number[]): Promise<Map<number, string>>;
}

/** A review as others read it. */
export interface StationReview {
  /** First name and initial; empty if the driver has given none. */
  author: string;
  rating: number;
  tags: string[];
  comment: string;
  writtenAt: Date;
  hasChargedHere: boolean;
  isOwn: boolean;
}

/** The reviews of a station. */
export interface StationReviews {
  stationName: string;
  /** Undefined without reviews. */
  averageRating: number | undefined;
  count: number;
  /** Number of reviews with 1 to 5 stars. */
  histogram: number[];
  tagCounts: { tag: string; count: number }[];
  /** Newest first. */
  reviews: StationReview[];
  /** The cursor of the next page. */
  next?: string;
  own: StationReview | undefined;
}

export type Reviews = ReturnType<typeof createReviews>;

/** Drivers' reviews of stations. */
export function createReviews({ database, clock, network, discovery, history, names }: ReviewsOptions) {
  /** Each of several reviews at the same moment publishes an average. The last one has read all of them. */
  async function publishAverageRating(stationId: string): Promise<void> {
    let published: number | undefined;
    let averageRating = await store.findAverageRating(database, stationId);
    do {
      published = averageRating;
      await discovery.changeAverageRating(stationId, published);
      averageRating = await store.findAverageRating(database, stationId);
    } while (averageRating !== published);
  }

  async function readable(stationId: string, rows: store.ReviewRow[], reader: number): Promise<StationReview[]> {
    const authors = [...new Set(rows.map(({ driverId }) => driverId))];
    const [named, charged] = await Promise.all([names(authors), history.listDriversWhoCharged(stationId, authors)]);
    return rows.map(({ driverId, rating, tags, comment, writtenAt }) => ({
      rating,
      tags,
      comment,
      writtenAt,
      author: firstNameAndInitial(named.get(driverId) ?? ''),
      hasChargedHere: charged.has(driverId),
      isOwn: driverId === reader,
    }));
  }

  return {
    /**
     * Saves a driver's review. It replaces an earlier one. Throws rate_invalid, review_tag_unknown, comment_too_long,
     * station_unknown.
     */
    async saveReview(
      driverId: number,
      review: { stationId: string; rating: number; tags: string[]; comment: string },
    ): Promise<void> {
      const { stationId, rating } = review;
      if (!RATINGS.includes(rating)) refuse('rate_invalid');
      const tags = REVIEW_TAGS.filter((tag) => review.tags.includes(tag));
      if (tags.length < new Set(review.tags).size) refuse('review_tag_unknown');
      const comment = review.comment.trim();
      if ([...comment].length > MAX_REVIEW_COMMENT_LENGTH)
        refuse('comment_too_long', { max: MAX_REVIEW_COMMENT_LENGTH });
      await network.getStationName(stationId);
      await store.saveReview(database, { stationId, driverId, rating, tags, comment, writtenAt: clock.now() });
      await publishAverageRating(stationId);
    },

    /** Throws station_unknown. */
    async listOfStation(stationId: string, reader: number, page: Page): Promise<StationReviews> {
      const stationName = await network.getStationName(stationId);
      const [averageRating, ratings, tagged, { rows, next }, ownRow] = await Promise.all([
        store.findAverageRating(database, stationId),
        store.countRatings(database, stationId),
        store.countTags(database, stationId),
        store.listOfStation(database, stationId, page),
        store.findReview(database, stationId, reader),
      ]);
      const [own] = await readable(stationId, ownRow ? [ownRow] : [], reader);
      const histogram = RATINGS.map((each) => ratings.find(({ rating }) => rating === each)?.count ?? 0);
      return {
        stationName,
        averageRating,
        histogram,
        own,
        count: histogram.reduce((sum, count) => sum + count, 0),
        tagCounts: REVIEW_TAGS.map((tag) => ({ tag, count: tagged.find((one) => one.tag === tag)?.count ?? 0 })),
        reviews: await readable(stationId, rows, reader),
        ...(next && { next }),
      };
    },

    /** A driver's own ratings by station. */
    async listRatingsOfDriver(driverId: number, stationIds: string[]): Promise<Map<string, number>> {
      const rows = await store.listRatingsOfDriver(database, driverId, [...new Set(stationIds)]);
      return new Map(rows.map(({ stationId, rating }) => [stationId, rating]));
    },
  };
}

/** `Asha Rao` is shown as `Asha R.` */
function firstNameAndInitial(name: string): string {
  const [first = '', ...others] = name.split(/\s+/).filter((word) => word !== '');
  const [initial] = others.at(-1) ?? '';
  return initial === undefined ? first : `${first} ${initial.toUpperCase()}.`;
}
