import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SuccessReply } from './client.ts';
import { pagedQueryOf, mutation, type Pages, refresh } from './query.ts';

export const REVIEWS_A_PAGE = 10;

/** A station's reviews with their mean, counts and the driver's own; what failed is for the screen to say. */
export function useReviews(propertyId: string | undefined) {
  return useInfiniteQuery({
    ...pagedQueryOf(
      'stationReviews',
      { query: { property_id: propertyId ?? '' } },
      { rows: REVIEWS_A_PAGE, nextOf: ({ next }) => next },
    ),
    select: withReviewsOf,
    enabled: propertyId !== undefined,
    meta: { isQuiet: true },
  });
}

function withReviewsOf({ pages }: Pages<'stationReviews'>): SuccessReply<'stationReviews'> | undefined {
  const [first] = pages;
  return first && { ...first, reviews: pages.flatMap(({ reviews }) => reviews) };
}

/** Writes or replaces the driver's review. */
export function useSaveReview() {
  const queries = useQueryClient();
  return useMutation({
    ...mutation('addReviews', { shouldAnnounce: true }),
    onSuccess: () => refresh(queries, 'stationReviews', 'getCharger', 'chargingStation', 'chargingSessionList'),
  });
}
